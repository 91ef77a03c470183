// Separate from the other limits, so that only community settings load them.

/** Maximum number of communities that a community features. */
export const FEATURED_COMMUNITIES_MAX = 10
/** Maximum length of a search for members. */
export const MEMBER_QUERY_MAX_LENGTH = 60
/** Permanent slow mode: seconds between posts and comments of a member; 0 is off. */
export const LASTING_SLOW_MODE_SECONDS = [0, 10, 30, 60, 300, 900, 3600] as const
/** What a community may accept: members' posts, posts with a poll, partners' stories, responses to posts. */
export const POST_TYPES = ['community', 'poll', 'story', 'response'] as const
export type PostType = (typeof POST_TYPES)[number]
