import { isId } from '@stoa/contract'
import type { Database } from '../db/database.ts'
import type { DomainEvent } from '../events/events.ts'
import { outboxRepository } from '../events/outbox-repository.ts'
import type { Clock } from '../lib/clock.ts'
import { firstIdAt, timeOfId } from '../lib/ids.ts'
import type { Retelling } from './retelling.ts'

/** Events that a client missed, and the id to go on from; or that they are too many or too old to be told one by one. */
export type Missed = { events: DomainEvent[]; lastEventId: string } | 'gap'

/** Finds what was said in some rooms after an event; with null only where to go on from. */
export type Replay = (lastEventId: string | null, rooms: string[]) => Promise<Missed>

/** Ids are given before the commit, so an event may become visible after one with a later id. */
const OVERLAP_MS = 5000
const LONGEST_MS = 15 * 60 * 1000
const EVENTS_MAX = 500

export function createReplay(about: { database: Database; clock: Clock; asTheyAreNow: Retelling }): Replay {
  const { database, clock, asTheyAreNow } = about
  return async (lastEventId, rooms) => {
    const now = clock.now()
    if (lastEventId === null) return { events: [], lastEventId: firstIdAt(now) }
    const lastTime = isId(lastEventId) ? Math.min(timeOfId(lastEventId), now) : 0
    if (now - lastTime > LONGEST_MS) return 'gap'
    const rows = await outboxRepository(database.read).since({
      rooms,
      afterId: firstIdAt(lastTime - OVERLAP_MS),
      limit: EVENTS_MAX + 1,
    })
    if (rows.length > EVENTS_MAX) return 'gap'
    return {
      events: await asTheyAreNow(
        rows.map(({ name, room, payload }) => ({ name, room, event: JSON.parse(payload) }) as DomainEvent),
      ),
      lastEventId: firstIdAt(now),
    }
  }
}
