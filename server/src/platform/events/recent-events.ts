import { articleKey, type ThreadPart } from '@stoa/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { firstIdAt } from '../ids.ts'
import { rooms } from './events.ts'
import { outboxRepository } from './outbox-repository.ts'

/** Ids of the last events about what a thread shows. */
export type RecentEvents = (payload: ThreadPart) => Promise<string[]>

/** As long as a client that listens since a time is told of events from before it. */
const RECENT_MS = 5000
/** What is left out of the busiest threads is told once more. */
const RECENT_MAX = 50

export function createRecentEvents({ database, clock }: { database: Database; clock: Clock }): RecentEvents {
  return async (payload) => {
    const { post, articleUrl, community } = payload
    const own = post ? rooms.post(post.id) : rooms.article(articleKey(community.tokenName, articleUrl))
    const rows = await outboxRepository(database.read).latest({
      rooms: [own, rooms.people],
      afterId: firstIdAt(clock.now() - RECENT_MS),
      limit: RECENT_MAX,
    })
    const shown = rows.some(({ room }) => room === rooms.people) ? JSON.stringify(payload) : ''
    const isShown = (event: string) => shown.includes((JSON.parse(event) as { user: { id: string } }).user.id)
    return rows.filter((row) => row.room === own || isShown(row.payload)).map(({ id }) => id)
  }
}

/** Reads a thread, and which of the last events it includes: those that were there before it was read. */
export async function readWithEvents<Payload extends ThreadPart>(
  recentEvents: RecentEvents,
  read: () => Promise<Payload>,
): Promise<{ payload: Payload; recentEvents: string[] }> {
  const payload = await read()
  const ids = await recentEvents(payload)
  return { payload: ids.length === 0 ? payload : await read(), recentEvents: ids }
}
