import { httpUrl, isBlankText, normalizeText } from '@stoa/contract'
import { readTags } from './page-tags.ts'

const DESCRIPTION_MAX_LENGTH = 300
const TITLE_MAX_LENGTH = 200
const URL_MAX_LENGTH = 2000

/** What a page says of itself; null for what it does not say. */
export interface PageMetadata {
  title: string | null
  description: string | null
  /** Address of a picture. */
  image: string | null
  /** Its `link rel=canonical`, else its `og:url`. */
  canonicalUrl: string | null
}

/** Reads title, description, picture and canonical address from the head of a page. `base` is the page's own address. */
export function readPageMetadata(html: string, base: string): PageMetadata {
  const metas = new Map<string, string>()
  let canonical: string | null = null
  let title: string | null = null
  let isInTitle = false
  readTags(html, {
    onTag(name, attributes) {
      if (name === 'title') isInTitle = title === null
      if (name === 'link' && attributes.rel?.toLowerCase() === 'canonical') canonical ??= attributes.href ?? null
      const key = (attributes.property ?? attributes.name)?.toLowerCase()
      if (name === 'meta' && key && attributes.content && !metas.has(key)) metas.set(key, attributes.content)
      // What follows is the article: comments and pictures in it say nothing about the page.
      return name === 'body'
    },
    onText(text) {
      if (isInTitle) title = (title ?? '') + text
    },
    onEndTag(name) {
      if (name === 'title') isInTitle = false
    },
  })
  const first = (...keys: string[]) => keys.map((key) => metas.get(key)).find((value) => value !== undefined) ?? null
  return {
    title: line(first('og:title', 'twitter:title') ?? title, TITLE_MAX_LENGTH),
    description: line(first('og:description', 'twitter:description', 'description'), DESCRIPTION_MAX_LENGTH),
    image: absolute(first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'), base),
    canonicalUrl: absolute(canonical ?? first('og:url'), base),
  }
}

function line(text: string | null, maximum: number): string | null {
  const normal = normalizeText((text ?? '').slice(0, 100 * maximum)).replace(/\s+/g, ' ')
  if (isBlankText(normal)) return null
  const characters = [...normal]
  return characters.length <= maximum
    ? normal
    : `${characters
        .slice(0, maximum - 1)
        .join('')
        .trimEnd()}…`
}

function absolute(address: string | null, base: string): string | null {
  if (address === null || !URL.canParse(address, base)) return null
  const url = httpUrl(new URL(address, base).href)
  return url && url.href.length <= URL_MAX_LENGTH ? url.href : null
}
