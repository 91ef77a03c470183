import type { PostListType } from './entities.ts'

/** Feeds of several communities, unless one is requested. */
const FEEDS: ReadonlySet<string> = new Set(['all', 'community', 'partner'])
/** Lists of recommended posts. */
const SUGGESTIONS: ReadonlySet<string> = new Set(['recommended', 'related'])

/** Whether a list of posts excludes communities that the reader has hidden. A community's own page doesn't. */
export function isPersonalFeed({ type, tokenName }: { type: PostListType; tokenName?: string | undefined }): boolean {
  return SUGGESTIONS.has(type) || (FEEDS.has(type) && tokenName === undefined)
}
