import { SLUG_MAX_LENGTH } from './limits.ts'
import { isId, RESERVED_WORDS, SLUG } from './rules.ts'
import { textLength } from './text.ts'

/** Addresses of permanently deleted posts. */
const ERASED = /^erased-[0-9a-f]{40}$/

/** Whether no post may have it: an id, a word reserved for a route, or like the address of a deleted post. */
function isReservedSlug(slug: string): boolean {
  return isId(slug) || RESERVED_WORDS.has(slug) || ERASED.test(slug)
}

/** A slug as it is stored and compared. */
export function foldSlug(written: string): string {
  return written.trim().normalize('NFC').toLowerCase().normalize('NFC')
}

/** Why a folded slug can't be a post's address; null if it can. */
export function slugProblem(slug: string): 'form' | 'length' | 'reserved' | null {
  if (textLength(slug) > SLUG_MAX_LENGTH) return 'length'
  if (!SLUG.test(slug)) return 'form'
  return isReservedSlug(slug) ? 'reserved' : null
}

const FALLBACK = 'post'
/** Combining marks that words can be read without. In other scripts, such as Devanagari, they are vowels. */
const OPTIONAL_MARKS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}]\p{M}*)\p{M}/gu

/**
 * The readable address of a title: lower-case letters and digits of any script, joined by single hyphens; never an id
 * or a word reserved for a route.
 */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/['’]/g, '')
    .replace(OPTIONAL_MARKS, '')
    .split(/[^\p{Ll}\p{Lo}\p{M}\p{N}]+/u)
    .map((word) => word.replace(/^\p{M}+/u, ''))
    .filter((word) => word !== '')
  const slug = joinUpTo(words, SLUG_MAX_LENGTH)
  if (slug === '') return FALLBACK
  return isReservedSlug(slug) ? `${slug}-${FALLBACK}` : slug
}

/** The slug with `-<count>` appended, cut to the length limit. */
export function numberedSlug(slug: string, count: number | string): string {
  const tail = `-${count}`
  return joinUpTo(slug.split('-'), SLUG_MAX_LENGTH - tail.length) + tail
}

/** As many whole words as fit; a first word that is too long is cut. */
function joinUpTo(words: string[], maximum: number): string {
  const fitting: string[] = []
  let remaining = maximum
  for (const word of words) {
    const length = [...word].length
    if (length > remaining) break
    fitting.push(word)
    remaining -= length + 1
  }
  return fitting.length === 0 ? [...(words[0] ?? '')].slice(0, maximum).join('') : fitting.join('-')
}
