import { randomInt } from 'node:crypto'
import type { Connection, Database } from '../../platform/database/database.ts'
import { postRepository } from './repository.ts'
import { numberedSlug, slugOf } from './slug.ts'

/** Numbered slugs looked at for each try. */
const NUMBERS = 20
const TRIES = 5

/**
 * Takes a free slug for a title in the caller's transaction: the plain one, else with -2, -3 … at its end.
 * Somebody else may take the same one at the same moment: the table's key decides, and the loser tries the next.
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
    const own = candidates.find((slug) => owners.get(slug) === post.id)
    if (own !== undefined) return own
    const free = candidates.find((slug) => !owners.has(slug)) ?? numberedSlug(base, randomInt(10 ** 8, 10 ** 9))
    try {
      await repository.insertSlug(post.communityId, free, post.id)
      return free
    } catch (error) {
      if (count > TRIES || !dialect.isUniqueViolation(error)) throw error
    }
  }
}
