import { randomInt } from 'node:crypto'
import { numberedSlug, slugOf } from '@stoa/contract'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { postRepository } from './repository.ts'

/** Numbered slugs checked per try. */
const NUMBERS = 20
const TRIES = 5

interface About {
  connection: Connection
  dialect: Database['dialect']
}

/** Claims the slug that an author chose. Throws if it is, or was, another post's. */
export async function claimOwnSlug(
  { connection, dialect }: About,
  { id, communityId, slug }: { id: string; communityId: string; slug: string },
): Promise<string> {
  const taken = new DomainError('VALIDATION_FAILED', [{ field: 'slugUrl', message: SLUG_TAKEN }])
  const repository = postRepository(connection)
  const owner = (await repository.slugOwners(communityId, [slug])).get(slug)
  if (owner === id) return slug
  if (owner !== undefined) throw taken
  try {
    await repository.insertSlug(communityId, slug, id)
  } catch (error) {
    throw dialect.isUniqueViolation(error) ? taken : error
  }
  return slug
}

const SLUG_TAKEN = 'Another post here has or had this address.'

/**
 * Claims a free slug for a title in the caller's transaction: the plain one, or with -2, -3 … appended. If a concurrent
 * transaction takes the same one, the table's key decides, and the loser tries the next.
 */
export async function claimSlug(
  { connection, dialect }: About,
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
