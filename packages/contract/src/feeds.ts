import type { PostListType } from './entities.ts'

/** Feeds of several communities, unless they are asked for one. */
const FEEDS: ReadonlySet<string> = new Set(['all', 'community', 'partner'])
/** What is suggested to read beside something else. */
const SUGGESTIONS: ReadonlySet<string> = new Set(['recommended', 'related'])

/** Whether a list of posts leaves out what its reader has hidden: a community's own page shows it all the same. */
export function isPersonalFeed({ type, tokenName }: { type: PostListType; tokenName?: string | undefined }): boolean {
  return SUGGESTIONS.has(type) || (FEEDS.has(type) && tokenName === undefined)
}
