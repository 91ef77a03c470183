import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import type { BanList } from './ban-list.ts'
import type { MemberList } from './members.ts'
import type { MembershipService } from './service.ts'

interface Dependencies {
  memberships: MembershipService
  listMembers: MemberList
  listBans: BanList
}

export function membershipRoutes(mount: Mount, { memberships, listMembers, listBans }: Dependencies): void {
  mount('communityJoin', async (context) => {
    const { tokenName, join, isJoin } = context.input
    const change = { tokenName, join: join ?? isJoin === true }
    const { community, joinedCommunities } = await memberships.join(viewerOf(context), change, context.tx)
    const isShown = (joined: string) => context.only === null || joined === context.only
    return { community, joinedCommunities: joinedCommunities.filter(isShown) }
  })
  mount('communityMembers', ({ input }) => listMembers(input))
  mount('communityBans', (context) => listBans(viewerOf(context), context.input))
}
