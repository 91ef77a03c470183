import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import { createBanList } from './ban-list.ts'
import { createMemberList } from './members.ts'
import { createMembershipMerger } from './merge-memberships.ts'
import { createPersonBans } from './person-bans.ts'
import { membershipRoutes } from './routes.ts'
import { createMembershipService } from './service.ts'

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
