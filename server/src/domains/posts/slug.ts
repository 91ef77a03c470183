import { isId, RESERVED_WORDS, SLUG_MAX_LENGTH } from '@stoa/contract'

const FALLBACK = 'post'
/** Marks that words are read without; in other scripts, of India for one, they are the vowels. */
const OPTIONAL_MARKS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}]\p{M}*)\p{M}/gu

/**
 * The readable address of a title: lower-case letters and digits of any script with single hyphens,
 * never something that reads as an id and never a word that a route owns.
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
  return isId(slug) || RESERVED_WORDS.has(slug) ? `${slug}-${FALLBACK}` : slug
}

/** The slug with `-<count>` at its end, cut so that it stays within the limit. */
export function numberedSlug(slug: string, count: number | string): string {
  const tail = `-${count}`
  return joinUpTo(slug.split('-'), SLUG_MAX_LENGTH - tail.length) + tail
}

/** As many whole words as fit; a first word that is too long is cut. */
function joinUpTo(words: string[], maximum: number): string {
  const kept: string[] = []
  let left = maximum
  for (const word of words) {
    const length = [...word].length
    if (length > left) break
    kept.push(word)
    left -= length + 1
  }
  return kept.length === 0 ? [...(words[0] ?? '')].slice(0, maximum).join('') : kept.join('-')
}
