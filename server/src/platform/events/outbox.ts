import { articleKey, type ThreadPart } from '@stoa/contract'
import { type Clock, DAY_MS } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { insertion } from '../database/transaction.ts'
import { firstIdAt, type Ids } from '../ids.ts'
import { repeat } from '../jobs/background.ts'
import type { Logger } from '../logging/logger.ts'
import { declarationOf } from './declarations.ts'
import type { DomainEvent, EventListener, Events, LateEventListener, StoredEvent } from './events.ts'
import { outboxRepository, outboxRows, storedEvent } from './outbox-repository.ts'
import { rooms } from './rooms.ts'

/** Younger events may still be in delivery by the process that committed them. */
const SWEEP_AFTER_MS = 5000
const SWEEP_LIMIT = 200
const SWEEP_EVERY_MS = 5000
/** How long a process may take to deliver a swept event before another one takes over. */
const CLAIM_MS = 30_000
const MARK_EVERY_MS = 200
const KEPT_MS = DAY_MS

export interface Outbox extends Events {
  /** Events of all servers after an id, oldest first, whether delivered or not. They are kept for a day. */
  storedAfter(afterId: string, limit: number): Promise<{ id: string; event: StoredEvent }[]>
  /** Delivers events of processes that died between commit and delivery; returns how many. */
  sweep(): Promise<number>
  /** Deletes events older than a day; returns how many. */
  cleanUp(): Promise<number>
  /** Age of the oldest undelivered event, in ms; 0 if there is none. */
  age(): Promise<number>
  /** Starts periodic sweeps. */
  start(): void
  /** Stops sweeping and marks delivered events; call before the process ends. */
  stop(): Promise<void>
  flush(): Promise<void>
}

/**
 * Transactional outbox: an event is a row of the transaction that caused it, delivered to listeners after the commit
 * and marked in batches. After a crash in between, any process sweeps up the unmarked rows.
 */
export function createOutbox({
  database,
  clock,
  ids,
  logger,
}: {
  database: Database
  clock: Clock
  ids: Ids
  logger: Logger
}): Outbox {
  const listeners = new Set<EventListener>()
  const lateListeners = new Set<LateEventListener>()
  let delivered: string[] = []
  let timer: NodeJS.Timeout | null = null

  function deliver(event: DomainEvent): void {
    for (const listener of listeners) {
      try {
        void listener(event)
      } catch (error) {
        logger.error({ err: error, event: event.name }, 'event listener failed')
      }
    }
  }

  /** True if every listener succeeded. */
  async function deliverLate(event: StoredEvent): Promise<boolean> {
    const results = await Promise.allSettled([...lateListeners].map(async (listener) => listener(event)))
    for (const result of results) {
      if (result.status === 'rejected')
        logger.error({ err: result.reason, event: event.name }, 'delivering a late event failed')
    }
    return results.every(({ status }) => status === 'fulfilled')
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const batch = delivered
    delivered = []
    if (batch.length === 0) return
    await database.transaction(({ connection }) => outboxRepository(connection).markDelivered(batch, clock.now()))
  }

  function markLater(events: StoredEvent[]): void {
    delivered.push(...events.map(({ event }) => event.id))
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => logger.error({ err: error }, 'marking delivered events failed'))
    }, MARK_EVERY_MS)
  }

  async function store(tx: Transaction, published: DomainEvent[]): Promise<void> {
    tx.changeLast(...insertion('outbox', outboxRows(published)))
    tx.afterCommit(() => {
      for (const event of published) deliver(event)
      markLater(published)
    })
  }

  async function sweep(): Promise<number> {
    const rows = await outboxRepository(database.read).undelivered({
      now: clock.now(),
      before: clock.now() - SWEEP_AFTER_MS,
      limit: SWEEP_LIMIT,
    })
    let count = 0
    for (const row of rows) {
      const now = clock.now()
      const claimed = await database.transaction(({ connection }) =>
        outboxRepository(connection).claim(row.id, { now, until: now + CLAIM_MS }),
      )
      if (!claimed) continue
      const event = storedEvent(row)
      // Not delivered: it is retried when the claim expires.
      if (!(await deliverLate(event))) continue
      markLater([event])
      count += 1
    }
    return count
  }

  const sweeper = repeat({ name: 'sweep events', everyMs: SWEEP_EVERY_MS, run: sweep, logger })

  return {
    publish(tx, { name, payload, room = declarationOf(name).room(payload) }) {
      const event = { name, room, event: { id: ids.next(), at: clock.now(), ...payload } } as unknown as DomainEvent
      tx.collect(store, event)
    },
    subscribe(listener, late = () => {}) {
      listeners.add(listener)
      lateListeners.add(late)
      return () => {
        listeners.delete(listener)
        lateListeners.delete(late)
      }
    },
    async storedAfter(afterId, limit) {
      const rows = await outboxRepository(database.read).after(afterId, limit)
      return rows.map((row) => ({ id: row.id, event: storedEvent(row) }))
    },
    sweep,
    async cleanUp() {
      return database.transaction(({ connection }) => outboxRepository(connection).deleteBefore(clock.now() - KEPT_MS))
    },
    async age() {
      const oldest = await outboxRepository(database.read).oldestOpen()
      return oldest === null ? 0 : Math.max(0, clock.now() - oldest)
    },
    flush,
    start: sweeper.start,
    async stop() {
      await sweeper.stop()
      await flush()
    },
  }
}

/** Ids of the latest events about a thread. */
export type RecentEvents = (payload: ThreadPart) => Promise<string[]>

/** Clients that subscribe also get events this much older. */
const RECENT_MS = 5000
/** In the busiest threads, older events are sent again. */
const RECENT_MAX = 50

export function createRecentEvents({ database, clock }: { database: Database; clock: Clock }): RecentEvents {
  return async (payload) => {
    const { post, articleUrl, community } = payload
    const ownRoom = post ? rooms.post(post.id) : rooms.article(articleKey(community.tokenName, articleUrl))
    const rows = await outboxRepository(database.read).latest({
      rooms: [ownRoom, rooms.people],
      afterId: firstIdAt(clock.now() - RECENT_MS),
      limit: RECENT_MAX,
    })
    const publicPayload = rows.some(({ room }) => room === rooms.people) ? JSON.stringify(payload) : ''
    const isShown = (event: string) => publicPayload.includes((JSON.parse(event) as { user: { id: string } }).user.id)
    return rows.filter((row) => row.room === ownRoom || isShown(row.payload)).map(({ id }) => id)
  }
}

/** Reads a thread and the latest events it includes: those that existed before the read. */
export async function readWithEvents<Payload extends ThreadPart>(
  recentEvents: RecentEvents,
  read: () => Promise<Payload>,
): Promise<{ payload: Payload; recentEvents: string[] }> {
  const payload = await read()
  const ids = await recentEvents(payload)
  return { payload: ids.length === 0 ? payload : await read(), recentEvents: ids }
}
