import { viewerOf } from '../../../platform/calls/mount.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { PartnerOriginsDomain } from '../partner-origins/index.ts'
import type { ReputationDomain } from '../reputation/index.ts'
import { createBanList, createPersonBans } from './ban-list.ts'
import { createMemberNames } from './member-names.ts'
import { createMemberList } from './members.ts'
import { createMembershipMerger } from './merge-memberships.ts'
import { createMembershipService } from './service.ts'
import { membershipsTables } from './tables.ts'

export type { MembershipMerger, MergedStanding } from './merge-memberships.ts'
export type { MembershipService, Staff } from './service.ts'

export type MembershipsDomain = ReturnType<typeof registerMemberships>
export const membershipsDomain = { tables: membershipsTables, register: registerMemberships }

function registerMemberships(
  platform: Platform,
  earlier: CommunitiesDomain & PartnerOriginsDomain & AccountsDomain & ReputationDomain,
) {
  const { mount } = platform
  const personBans = createPersonBans({ ...platform, ...earlier })
  const memberNames = createMemberNames({ ...platform, ...earlier })
  const parts = { ...platform, ...earlier, personBans, memberNames }
  const memberships = createMembershipService(parts)
  const listMembers = createMemberList(parts)
  const listBans = createBanList(parts)
  mount('communityJoin', async (context) => {
    const { tokenName, join, isJoin } = context.input
    const change = { tokenName, join: join ?? isJoin === true }
    const { community, joinedCommunities } = await memberships.join(viewerOf(context), change, context.tx)
    const isShown = (joined: string) => context.onlyCommunity === null || joined === context.onlyCommunity
    return { community, joinedCommunities: joinedCommunities.filter(isShown) }
  })
  mount('communityHide', async (context) => {
    const hidden = await memberships.hide(viewerOf(context), context.input, context.tx)
    return {
      hiddenCommunities: hidden.filter((name) => context.onlyCommunity === null || name === context.onlyCommunity),
    }
  })
  mount('communityMembers', ({ input }) => listMembers(input))
  mount('communityLeaderboard', ({ viewer, input }) => earlier.leaderboard(viewer, input, memberships.rolesAmong))
  mount('communityBans', (context) => listBans(viewerOf(context), context.input))
  return { memberships, membershipMerger: createMembershipMerger(parts), listMembers, listBans }
}
