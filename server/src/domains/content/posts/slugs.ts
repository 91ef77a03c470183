import { randomInt } from 'node:crypto'
import { isId, RESERVED_WORDS, SLUG_MAX_LENGTH } from '@stoa/contract'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { postRepository } from './repository.ts'

/** Numbered slugs checked per try. */
const NUMBERS = 20
const TRIES = 5

/**
 * Claims a free slug for a title in the caller's transaction: the plain one, or with -2, -3 … appended. If a concurrent
 * transaction takes the same one, the table's key decides, and the loser tries the next.
 */
export async function claimSlug(
  { connection, dialect }: { connection: Connection; dialect: Database['dialect'] },
  post: { id: string; communityId: string; title: string },
): Promise<string> {
  const repository = postRepository(connection)
  const base = slugOf(post.title)
  const numbered = Array.from({ length: NUMBERS }, (_, index) => numberedSlug(base, index + 2))
  for (let count = 1; ; count += 1) {
    const candidates = count < TRIES ? [base, ...numbered] : [numberedSlug(base, randomInt(10 ** 8, 10 ** 9))]
    const owners = await repository.slugOwners(post.communityId, candidates)
    const ownSlug = candidates.find((slug) => owners.get(slug) === post.id)
    if (ownSlug !== undefined) return ownSlug
    const free = candidates.find((slug) => !owners.has(slug)) ?? numberedSlug(base, randomInt(10 ** 8, 10 ** 9))
    try {
      await repository.insertSlug(post.communityId, free, post.id)
      return free
    } catch (error) {
      if (count > TRIES || !dialect.isUniqueViolation(error)) throw error
    }
  }
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
  return isId(slug) || RESERVED_WORDS.has(slug) ? `${slug}-${FALLBACK}` : slug
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
