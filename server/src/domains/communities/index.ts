import type { Mount } from '../../platform/calls/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MediaDomain } from '../media/index.ts'
import { createOriginService } from './origins.ts'
import { type CommunityService, createCommunityService } from './service.ts'

export type CommunitiesDomain = ReturnType<typeof registerCommunities>

export function registerCommunities(platform: Platform, { media }: MediaDomain) {
  const communities = createCommunityService({ ...platform, media })
  const partnerOrigins = createOriginService(platform)
  platform.isPartnerOrigin.provide(partnerOrigins.isRegistered)
  communityRoutes(platform.mount, { communities })
  return { communities, partnerOrigins }
}

function communityRoutes(mount: Mount, { communities }: { communities: CommunityService }): void {
  mount('communityList', ({ input, only }) => communities.list({ ...input, only }))
  mount('communityGet', async ({ input }) => ({ community: await communities.get(input.tokenName) }))
}
