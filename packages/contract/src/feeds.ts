import type { PostListType } from './entities.ts'
import type { MutePlace } from './policy/mutes.ts'

/** Lists of a community's posts that aren't public. */
export const UNSEEN_LISTS_OF_COMMUNITIES = [
  'pending',
  'scheduled',
  'communityScheduled',
  'premiumScheduled',
  'draft',
  'communityDraft',
  'premiumDraft',
  'deleted',
] as const satisfies readonly PostListType[]

/** Feeds of several communities, unless one is requested. */
const FEEDS: ReadonlySet<string> = new Set(['all', 'community', 'partner', 'premium'])
/** Feeds of stories, alone or among others. */
const FEEDS_OF_STORIES: ReadonlySet<string> = new Set(['all', 'partner', 'premium'])
/** Lists of recommended posts. */
const SUGGESTIONS: ReadonlySet<string> = new Set(['recommended', 'related'])

/** The viewer's own feed, and its two parts: posts of joined communities and of followed people. */
export const HOME_FEEDS = ['home', 'joined', 'followed'] as const satisfies readonly PostListType[]
export type HomeFeed = (typeof HOME_FEEDS)[number]

/** Whether a list of posts is the viewer's own feed or a part of it. */
export function isHomeFeed(type: PostListType): type is HomeFeed {
  return (HOME_FEEDS as readonly PostListType[]).includes(type)
}

/** Whether a list of posts excludes communities that the reader has hidden. A community's own page doesn't. */
export function isPersonalFeed({ type, tokenName }: { type: PostListType; tokenName?: string | undefined }): boolean {
  return SUGGESTIONS.has(type) || isHomeFeed(type) || (FEEDS.has(type) && tokenName === undefined)
}

/** Lists in which readers find posts, without those by people or about things that they have muted. */
const FOUND_IN: ReadonlySet<string> = new Set([...FEEDS, ...SUGGESTIONS, 'withPoll', 'withVideo'])

/** Where a list of posts is in the table of mutes. */
export function mutePlaceOf(query: { type: PostListType; tokenName?: string | undefined }): MutePlace {
  if (!FOUND_IN.has(query.type)) return 'ownPages'
  return isPersonalFeed(query) ? 'feeds' : 'communityFeeds'
}

/** Whether a list of posts has stories that communities featured by its own have syndicated. */
export function showsSyndicated(query: {
  type: PostListType
  tokenName?: string | undefined
  flairId?: string | undefined
}): boolean {
  return FEEDS_OF_STORIES.has(query.type) && query.tokenName !== undefined && query.flairId === undefined
}
