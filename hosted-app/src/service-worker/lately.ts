/** The cache with pages read lately. Each is what a visitor sees; that somebody read them is personal. */
export const LATELY = 'stoa-lately'
/** Where the offline page lists them. */
export const LIST_MARK = 'STOA_LATELY'
