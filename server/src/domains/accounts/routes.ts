import type { Me } from '@stoa/contract'
import { type Mount, viewerOf } from '../../http/mount.ts'
import type { Names } from './names.ts'
import type { AccountService } from './service.ts'

interface Dependencies {
  accounts: AccountService
  names: Names
}

export function accountRoutes(mount: Mount, { accounts, names }: Dependencies): void {
  mount('me', async (context) => ({ user: seenFrom(context.only, viewerOf(context)) }))
  mount('userUsername', async (context) => ({
    user: await names.change(viewerOf(context), context.input.username),
  }))
  mount('userGet', async ({ input }) => ({ user: await accounts.get(input.idOrSlug) }))
}

/** The viewer where only one community is shown: how they stand in others is not told there. */
function seenFrom(only: string | null, me: Me): Me {
  if (only === null) return me
  const names = (all: string[]) => all.filter((tokenName) => tokenName === only)
  const entries = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([tokenName]) => tokenName === only))
  return {
    ...me,
    joinedCommunities: names(me.joinedCommunities),
    bannedCommunities: entries(me.bannedCommunities),
    tokenOwner: names(me.tokenOwner),
    tokenPermissions: entries(me.tokenPermissions),
    enableSell: names(me.enableSell),
    moderator: names(me.moderator),
  }
}
