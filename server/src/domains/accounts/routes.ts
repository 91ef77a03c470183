import type { Me } from '@stoa/contract'
import { type Mount, viewerOf } from '../../http/mount.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { Names } from './names.ts'
import type { Profiles } from './profile.ts'
import type { AccountService } from './service.ts'
import type { Visits } from './visits.ts'

interface Dependencies {
  accounts: AccountService
  names: Names
  profiles: Profiles
  visits: Visits
}

export function accountRoutes(mount: Mount, { accounts, names, profiles, visits }: Dependencies): void {
  mount('me', async (context) => ({ user: seenFrom(context.only, viewerOf(context)) }))
  mount('userUsername', async (context) => ({
    user: await names.change(viewerOf(context), context.input.username),
  }))
  mount('userEdit', async (context) => {
    const { userId: _, editedUserId, ...change } = context.input
    const viewer = viewerOf(context)
    if (editedUserId !== undefined && editedUserId !== viewer.id) throw new DomainError('FORBIDDEN')
    return { user: await profiles.edit(viewer, change) }
  })
  mount('userVisit', async (context) => {
    await visits.visit(viewerOf(context))
    return {}
  })
  mount('communityVisit', async (context) => {
    await visits.visitCommunity(viewerOf(context), context.input.tokenName)
    return {}
  })
  mount('notificationSettings', async (context) => ({
    notificationSettings: await profiles.setNotifications(viewerOf(context), context.input.notificationSettings),
  }))
  mount('notificationSettingsGet', async (context) => ({
    notificationSettings: await profiles.notificationSettings(viewerOf(context)),
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
