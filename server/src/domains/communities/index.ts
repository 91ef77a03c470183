import type { Platform } from '../../platform/platform.ts'
import type { MediaDomain } from '../media/index.ts'
import { createOriginService } from './origins.ts'
import { communityRoutes } from './routes.ts'
import { createCommunityService } from './service.ts'

export type CommunitiesDomain = ReturnType<typeof registerCommunities>

export function registerCommunities(platform: Platform, { media }: MediaDomain) {
  const communities = createCommunityService({ ...platform, media })
  const partnerOrigins = createOriginService(platform)
  platform.isPartnerOrigin.provide(partnerOrigins.isRegistered)
  communityRoutes(platform.mount, { communities })
  return { communities, partnerOrigins }
}
