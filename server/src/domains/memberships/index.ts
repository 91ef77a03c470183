import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import { type BanList, createBanList, createPersonBans } from './ban-list.ts'
import { createMemberList, type MemberList } from './members.ts'
import { createMembershipMerger } from './merge-memberships.ts'
import { createMembershipService, type MembershipService } from './service.ts'

export type MembershipsDomain = ReturnType<typeof registerMemberships>

export function registerMemberships(platform: Platform, earlier: CommunitiesDomain & AccountsDomain) {
  const personBans = createPersonBans({ ...platform, ...earlier })
  const parts = { ...platform, ...earlier, origins: earlier.partnerOrigins, personBans }
  const memberships = createMembershipService(parts)
  earlier.standingOf.provide(memberships.standingOf)
  const listMembers = createMemberList(parts)
  const listBans = createBanList(parts)
  membershipRoutes(platform.mount, { memberships, listMembers, listBans })
  return { memberships, membershipMerger: createMembershipMerger(parts), listMembers, listBans }
}

interface Dependencies {
  memberships: MembershipService
  listMembers: MemberList
  listBans: BanList
}

function membershipRoutes(mount: Mount, { memberships, listMembers, listBans }: Dependencies): void {
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
