import type { Platform } from '../../../platform/platform.ts'
import type { MediaDomain } from '../media/index.ts'
import { createCommunityService } from './service.ts'
import { createCommunitySettings } from './settings.ts'
import { communitiesTables } from './tables.ts'
import { createTopicService } from './topics.ts'

export { MOVE_FLAIR_POSTS } from './merged-topics.ts'
export { STORED_EMAIL_PERMISSION } from './repository.ts'
export { type CommunityFacts, type CommunityService, inCommunity, type LockedSettings } from './service.ts'
export { type CommunitySettings, storedPicture } from './settings.ts'
export { changedTexts } from './titled-texts.ts'
export type { TopicService } from './topics.ts'
export { CHECK_WAITING } from './waiting-posts.ts'

export type CommunitiesDomain = ReturnType<typeof registerCommunities>
export const communitiesDomain = { tables: communitiesTables, register: registerCommunities }

function registerCommunities(platform: Platform, { media, uploaded }: MediaDomain) {
  const communities = createCommunityService({ ...platform, media })
  const flairs = createTopicService({ ...platform, communities })
  const communitySettings = createCommunitySettings({ ...platform, communities, media, uploaded })
  return { communities, communitySettings, flairs }
}
