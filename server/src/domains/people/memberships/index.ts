import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { MutesDomain } from '../mutes/index.ts'
import type { PartnerOriginsDomain } from '../partner-origins/index.ts'
import type { ReputationDomain } from '../reputation/index.ts'
import { createBanList, createPersonBans } from './ban-list.ts'
import { createFaces } from './faces.ts'
import { createJoinedCommunities, createJoinedVisits } from './joined-communities.ts'
import { forgetMemberNames } from './member-names.ts'
import { createMemberList } from './members.ts'
import { createMembershipMerger } from './merge-memberships.ts'
import { createMembershipService } from './service.ts'
import { membershipsTables } from './tables.ts'

export type { MembershipMerger, MergedStanding } from './merge-memberships.ts'
export { MEMBER_JOINED, type MembershipService, type Staff } from './service.ts'

export type MembershipsDomain = ReturnType<typeof registerMemberships>
export const membershipsDomain = { tables: membershipsTables, register: registerMemberships }

function registerMemberships(
  platform: Platform,
  earlier: CommunitiesDomain & PartnerOriginsDomain & AccountsDomain & MutesDomain & ReputationDomain,
) {
  const personBans = createPersonBans({ ...platform, ...earlier })
  forgetMemberNames(platform)
  const parts = { ...platform, ...earlier, personBans }
  const memberships = createMembershipService(parts)
  platform.jobs.schedule({
    name: 'forget former memberships',
    everyMs: 10 * MINUTE_MS,
    run: () => memberships.cleanUp(),
  })
  return {
    memberships,
    joinedCommunities: createJoinedCommunities(parts),
    visitJoined: createJoinedVisits(parts),
    membershipMerger: createMembershipMerger(parts),
    addFaces: createFaces(parts),
    listMembers: createMemberList(parts),
    listBans: createBanList(parts),
  }
}
