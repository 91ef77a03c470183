import { type Mount, viewerOf } from '../../http/mount.ts'
import type { MemberList } from './members.ts'
import type { MembershipService } from './service.ts'

interface Dependencies {
  memberships: MembershipService
  listMembers: MemberList
}

export function membershipRoutes(mount: Mount, { memberships, listMembers }: Dependencies): void {
  mount('communityJoin', (context) => memberships.join(viewerOf(context), context.input))
  mount('communityMembers', ({ input }) => listMembers(input))
}
