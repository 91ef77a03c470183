/**
 * How the store asks for what it shows. A browser may give an answer that is seconds old in place of a new one
 * (`stale-while-revalidate`); put into a state that events have made newer, it would stay wrong.
 */
export const PAST_CACHES = { cache: 'no-cache' } as const
