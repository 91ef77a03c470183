import type { Mount } from '../../platform/calls/mount.ts'
import type { CommunityService } from './service.ts'

export function communityRoutes(mount: Mount, { communities }: { communities: CommunityService }): void {
  mount('communityList', ({ input, only }) => communities.list({ ...input, only }))
  mount('communityGet', async ({ input }) => ({ community: await communities.get(input.tokenName) }))
}
