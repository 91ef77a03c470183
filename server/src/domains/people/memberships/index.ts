import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { MutesDomain } from '../mutes/index.ts'
import type { PartnerOriginsDomain } from '../partner-origins/index.ts'
import type { ReputationDomain } from '../reputation/index.ts'
import { createBanList, createPersonBans } from './ban-list.ts'
import { createFaces } from './faces.ts'
import { createJoinedCommunities } from './joined-communities.ts'
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
  earlier: CommunitiesDomain & PartnerOriginsDomain & AccountsDomain & MutesDomain & ReputationDomain,
) {
  const personBans = createPersonBans({ ...platform, ...earlier })
  const memberNames = createMemberNames({ ...platform, ...earlier })
  const parts = { ...platform, ...earlier, personBans, memberNames }
  const memberships = createMembershipService(parts)
  platform.jobs.schedule({
    name: 'forget former memberships',
    everyMs: 10 * MINUTE_MS,
    run: () => memberships.cleanUp(),
  })
  return {
    memberships,
    joinedCommunities: createJoinedCommunities(parts),
    membershipMerger: createMembershipMerger(parts),
    addFaces: createFaces(parts),
    listMembers: createMemberList(parts),
    listBans: createBanList(parts),
  }
}
