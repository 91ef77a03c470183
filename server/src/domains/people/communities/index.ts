import type { Platform } from '../../../platform/platform.ts'
import type { MediaDomain } from '../media/index.ts'
import { createFlairService } from './flairs.ts'
import { createCommunityService } from './service.ts'
import { createCommunitySettings } from './settings.ts'
import { communitiesTables } from './tables.ts'

export type { FlairService } from './flairs.ts'
export { MOVE_FLAIR_POSTS } from './merged-flairs.ts'
export { type CommunityFacts, type CommunityService, inCommunity, type LockedSettings } from './service.ts'
export type { CommunitySettings } from './settings.ts'
export { changedTexts } from './titled-texts.ts'
export { CHECK_WAITING } from './waiting-posts.ts'

export type CommunitiesDomain = ReturnType<typeof registerCommunities>
export const communitiesDomain = { tables: communitiesTables, register: registerCommunities }

function registerCommunities(platform: Platform, { media, uploaded }: MediaDomain) {
  const communities = createCommunityService({ ...platform, media })
  const flairs = createFlairService({ ...platform, communities })
  const communitySettings = createCommunitySettings({ ...platform, communities, media, uploaded })
  return { communities, communitySettings, flairs }
}
