import { PAST_CACHES } from './past-caches.ts'
import type { Stoa } from './stoa.ts'
import { putRows } from './tables.ts'

/** Loads how many follow somebody, and whether the viewer does. Throws `StoaError`. */
export async function loadFollow(stoa: Stoa, userId: string): Promise<void> {
  const since = stoa.changes.turn
  const answer = await stoa.client.call('userFollowGet', { followedUserId: userId }, PAST_CACHES)
  putRows(stoa, { follows: { [userId]: answer } }, since)
}
