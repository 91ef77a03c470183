import { isId } from '@stoa/contract'
import type { DomainEvent, StoredEvent } from '../platform/events/events.ts'
import { outboxRepository, storedEvent } from '../platform/events/outbox-repository.ts'
import { postOfRoom, rooms as ROOMS } from '../platform/events/rooms.ts'
import { firstIdAt, timeOfId } from '../platform/ids.ts'
import { createConcurrencyLimit } from '../platform/jobs/background.ts'
import type { Platform } from '../platform/platform.ts'
import type { FindDisplayedUsers } from './broadcast-profile-change.ts'
import type { RefreshEvents } from './refresh-events.ts'

/** Missed events and the id to resume from, or `gap` if they are too many or too old to replay. */
export type Missed = { events: DomainEvent[]; lastEventId: string } | 'gap'

/** Finds the events of some rooms after an event. Null returns only the position to resume from. */
export type Replay = (lastEventId: string | null, rooms: string[]) => Promise<Missed>

/** Ids are assigned before the commit, so an event may become visible after one with a later id. */
const OVERLAP_MS = 5000
const LONGEST_MS = 15 * 60 * 1000
const EVENTS_MAX = 500
/** Maximum number of profile changes, counted across the whole forum. */
const PEOPLE_MAX = 200

export function createReplay(
  about: Pick<Platform, 'database' | 'clock'> & {
    refreshEvents: RefreshEvents
    showing: FindDisplayedUsers
  },
): Replay {
  const { database, clock, refreshEvents, showing } = about

  /** The latest event about each person shown to a reader of these rooms. */
  async function ofShown(events: StoredEvent[], rooms: string[]): Promise<StoredEvent[]> {
    const latest = new Map(
      events.flatMap((message) => (message.name === 'user.changed' ? [[message.event.user.id, message]] : [])),
    )
    if (latest.size === 0) return []
    const postsByPerson = await showing(
      [...latest.keys()],
      rooms.flatMap((room) => postOfRoom(room) ?? []),
    )
    return [...latest].flatMap(([personId, message]) => (postsByPerson.has(personId) ? message : []))
  }

  return async (lastEventId, rooms) => {
    const now = clock.now()
    if (lastEventId === null) return { events: [], lastEventId: firstIdAt(now) }
    const lastTime = isId(lastEventId) ? Math.min(timeOfId(lastEventId), now) : 0
    if (now - lastTime > LONGEST_MS) return 'gap'
    const afterId = firstIdAt(lastTime - OVERLAP_MS)
    const since = async (joinedRooms: string[], limit: number) => {
      const rows = await outboxRepository(database.read).since({ rooms: joinedRooms, afterId, limit: limit + 1 })
      return rows.length > limit ? null : rows.map(storedEvent)
    }
    const [missed, people] = [await since(rooms, EVENTS_MAX), await since([ROOMS.people], PEOPLE_MAX)]
    if (missed === null || people === null) return 'gap'
    return {
      events: await refreshEvents([...missed, ...(await ofShown(people, rooms))]),
      lastEventId: firstIdAt(now),
    }
  }
}

const REPLAYS_MAX = { runningMax: 4, waitingMax: 1000 }
const tooMany = new Error('too many replays at once')

/**
 * Limits concurrent replays. When many clients reconnect at once, some wait; the rest refetch what they show, which is
 * cheap.
 */
export function limitReplays(replay: Replay): Replay {
  const turns = createConcurrencyLimit({ ...REPLAYS_MAX, refuse: () => tooMany })
  return (lastEventId, rooms) => {
    if (lastEventId === null) return replay(null, rooms)
    return turns(() => replay(lastEventId, rooms)).catch((error: unknown) => {
      if (error === tooMany) return 'gap'
      throw error
    })
  }
}
