// Apart from the other limits, so that only the settings of communities load them.

/** Other communities that one features. */
export const FEATURED_COMMUNITIES_MAX = 10
/** Of what members are searched by. */
export const MEMBER_QUERY_MAX_LENGTH = 60
/** Seconds that members wait between posts and comments where slow mode stays on; 0: they don't. */
export const LASTING_SLOW_MODE_SECONDS = [0, 10, 30, 60, 300, 900, 3600] as const
/** What a community takes: posts of members, posts with a poll, stories of partners, responses to posts. */
export const POST_TYPES = ['community', 'poll', 'story', 'response'] as const
export type PostType = (typeof POST_TYPES)[number]
