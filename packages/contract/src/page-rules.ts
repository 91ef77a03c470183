/** A static page's name in its address. */
export const PAGE_SLUG = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/
/** Pages of a domain. */
export const PAGES_MAX = 200
export const PAGE_LANGUAGES_MAX = 20
/** Characters of a text's blocks as JSON. */
export const PAGE_CONTENT_MAX_LENGTH = 100_000

/** Characters of a page's titles and blocks in all languages together. */
export const PAGE_TEXTS_MAX_LENGTH = 500_000

/** How many of them a page has. */
export function pageTextsLength(texts: Readonly<Record<string, { title: string; postContent: string }>>): number {
  return Object.values(texts).reduce((total, { title, postContent }) => total + title.length + postContent.length, 0)
}

/** A static page of a domain. */
export function pagePath(slug: string): string {
  return `/pages/${encodeURIComponent(slug)}`
}
