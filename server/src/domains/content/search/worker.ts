import type { Transaction } from '../../../platform/database/database.ts'
import type { StoredEvent } from '../../../platform/events/events.ts'
import { firstIdAt } from '../../../platform/ids.ts'
import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { Arrivals, ContentFindings } from '../checks/index.ts'
import { indexRepository } from './index-repository.ts'
import { createIndexer, INDEXED_AT_ONCE } from './indexer.ts'
import { sourceRepository } from './source-repository.ts'
import { KINDS, type Kind, termsOf } from './terms.ts'

/** Enqueued by migrations that make the index or change what is in it. */
const INDEX_EVERYTHING = jobKind<{ kind: Kind; after: string; isForced?: boolean }>('index-everything')

/** How long a change waits for others that are indexed with it. */
const WAIT_MS = 150
/** How often what a stopped server left is looked for. */
const CATCH_UP_EVERY_MS = 5000
/** A transaction that takes longer may be overlooked by `catchUp`, if its server stops right after it. */
const LONGEST_TRANSACTION_MS = 20_000
const EVENTS_AT_ONCE = 500
const OUTDATED_AT_ONCE = 200
/** Texts after which `reindex` says how far it is. */
const SAID_EVERY = 50 * INDEXED_AT_ONCE
/** Documents and differences that a check reads per kind. */
const CHECKED_MAX = 1000
/** Name of the position in the outbox up to which changes are indexed. */
const EVENTS = 'events'

/** An entity that may have changed. */
interface Changed {
  kind: Kind
  id: string
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'background'> {
  communities: Pick<CommunityService, 'idOf'>
  arrivals: Pick<Arrivals, 'onRecorded'>
  contentFindings: Pick<ContentFindings, 'onForgotten'>
}

export type IndexWorker = ReturnType<typeof createIndexWorker>

/**
 * Indexes what has changed, at the latest after a second. The server that makes a change indexes it; if it stops before,
 * another one finds the change in the outbox.
 */
export function createIndexWorker(dependencies: Dependencies) {
  const { database, clock, events, jobs, background, communities, arrivals, contentFindings } = dependencies
  const indexer = createIndexer({ database })
  const changed = new Map<string, Changed>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  /** What an event says to have changed. */
  async function subjectsOf({ name, event }: StoredEvent): Promise<Changed[]> {
    if (name === 'comment.created' || name === 'comment.updated') return [{ kind: 'comment', id: event.comment.id }]
    if (name === 'post.created') return [{ kind: 'post', id: event.post.id }]
    if (name === 'post.changed') return [{ kind: 'post', id: event.postId }]
    if (name === 'user.changed') return [{ kind: 'user', id: event.user.id }]
    if (name === 'viewer.changed') return [{ kind: 'user', id: event.userId }]
    if (name !== 'community.changed') return []
    return [{ kind: 'community', id: await communities.idOf(event.tokenName) }]
  }

  /** Indexes the changes noted so far. */
  async function flush(): Promise<void> {
    const noted = [...changed.values()]
    changed.clear()
    for (const kind of KINDS) {
      const ids = noted.flatMap((one) => (one.kind === kind ? [one.id] : []))
      if (ids.length > 0) await indexer.indexAll(kind, ids)
    }
  }

  /** One flush at a time. What one fails to index is found by `catchUp`. */
  async function settle(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    while (running) await running.catch(() => {})
    running = flush().finally(() => {
      running = null
    })
    await running
  }

  function note(one: Changed): void {
    changed.set(`${one.kind} ${one.id}`, one)
    timer ??= setTimeout(() => background.run('index changes', settle), WAIT_MS).unref()
  }

  async function noteEvent(event: StoredEvent): Promise<void> {
    for (const one of await subjectsOf(event)) note(one)
  }

  /** Finds what isn't indexed although it was committed a while ago. */
  async function catchUp(): Promise<void> {
    const position = await indexRepository(database.read).position(EVENTS)
    const since = firstIdAt(clock.now() - LONGEST_TRANSACTION_MS)
    const missed = new Map<string, Changed>()
    let last = position
    for (;;) {
      const stored = await events.storedAfter(last, EVENTS_AT_ONCE)
      for (const { event } of stored) {
        for (const one of await subjectsOf(event)) missed.set(`${one.kind} ${one.id}`, one)
      }
      last = stored.at(-1)?.id ?? last
      if (stored.length < EVENTS_AT_ONCE) break
    }
    for (const kind of KINDS) {
      const ids = [...missed.values()].flatMap((one) => (one.kind === kind ? [one.id] : []))
      for (let start = 0; start < ids.length; start += OUTDATED_AT_ONCE) {
        const some = ids.slice(start, start + OUTDATED_AT_ONCE)
        await indexer.indexAll(kind, await sourceRepository(database.read).outdated(kind, { ids: some }, some.length))
      }
      // What is new may have no event: nobody but moderators sees a pending comment.
      const after = position === '' || position > since ? since : position
      for (;;) {
        const fresh = await sourceRepository(database.read).outdated(kind, { after }, OUTDATED_AT_ONCE)
        await indexer.indexAll(kind, fresh)
        if (fresh.length < OUTDATED_AT_ONCE) break
      }
    }
    const next = last < since ? last : since
    if (next > position) {
      await database.transaction(({ connection }) => indexRepository(connection).setPosition(EVENTS, next))
    }
  }

  /**
   * Indexes the entities of a kind after one. Returns the last one; null at the end. `isForced`: also those that seem
   * unchanged. `isAlone`: nobody else writes.
   */
  async function indexFrom(
    kind: Kind,
    { after, isForced, isAlone = false }: { after: string; isForced: boolean; isAlone?: boolean },
    tx?: Transaction,
  ): Promise<{ last: string | null; count: number }> {
    const sources = sourceRepository(database.from(tx))
    const ids = await sources.idsAfter(kind, after, isForced && !isAlone ? INDEXED_AT_ONCE : OUTDATED_AT_ONCE)
    const outdated = isForced || ids.length === 0 ? ids : await sources.outdated(kind, { ids }, ids.length)
    await indexer.indexAll(kind, outdated, { tx, isForced, isAlone })
    return { last: ids.at(-1) ?? null, count: ids.length }
  }

  // What waits for moderators has no event, because nobody else may see it.
  arrivals.onRecorded(({ subjectId: id, pendingPost }) => note({ kind: pendingPost === null ? 'comment' : 'post', id }))
  // Erased words leave the index with the text.
  contentFindings.onForgotten(async (tx, ids) => {
    for (const kind of ['post', 'comment'] as const) await indexer.index(tx, { kind, ids, isErased: true })
  })
  events.subscribe(
    (event) => background.run('note a change', () => noteEvent(event)),
    (event) => noteEvent(event),
  )
  jobs.transactional(INDEX_EVERYTHING, {
    pause: 1,
    async work(tx, [job]) {
      if (!job) return undefined
      const { kind, after, isForced = false } = job.payload
      const { last } = await indexFrom(kind, { after, isForced }, tx)
      if (last !== null) return { kind, after: last, isForced }
      const next = INDEXED_IN_ORDER[INDEXED_IN_ORDER.indexOf(kind) + 1]
      return next && { kind: next, after: '', isForced }
    },
  })
  jobs.schedule({ name: 'index what was missed', everyMs: CATCH_UP_EVERY_MS, run: catchUp })

  return {
    /** Notes what may have changed, to be indexed soon. */
    note,
    /** Indexes now what is noted. */
    settle,
    catchUp,
    /** Indexes all that isn't indexed yet. `isAlone`: nobody else writes. */
    async complete({ isAlone = false } = {}): Promise<void> {
      for (const kind of INDEXED_IN_ORDER) {
        for (let after: string | null = ''; after !== null; ) {
          after = (await indexFrom(kind, { after, isForced: false, isAlone })).last
        }
      }
    },
    /** Indexes some entities in the transaction that changes their text without a new version. */
    indexIn: (tx: Transaction, kind: Kind, ids: readonly string[]) => indexer.index(tx, { kind, ids }),
    /** What isn't indexed as it is now, up to a number: entities by id, and the newest documents that lack postings. */
    async check(limit = CHECKED_MAX): Promise<string[]> {
      const problems: string[] = []
      const sources = sourceRepository(database.read)
      for (const kind of INDEXED_IN_ORDER) {
        const [outdated, orphans] = [
          await sources.outdated(kind, { after: '' }, limit),
          await sources.orphans(kind, limit),
        ]
        problems.push(...outdated.map((id) => `${kind} that is not indexed as it is now: ${id}`))
        problems.push(...orphans.map((id) => `${kind} that is indexed and missing: ${id}`))
      }
      const repository = indexRepository(database.read)
      for (const row of await repository.newestDocs(limit)) {
        const terms = [...termsOf(row.kind, row).keys()]
        if ((await repository.termsAmong(Number(row.doc), terms)).size < terms.length)
          problems.push(`${row.kind} that lacks words in the index: ${row.entity_id}`)
      }
      return problems
    },
    /** Indexes everything again while searches go on. `say` is told how far it is. `isAlone`: nobody else writes. */
    async reindex(say: (kind: Kind, count: number) => void = () => {}, { isAlone = false } = {}): Promise<number> {
      let sum = 0
      for (const kind of INDEXED_IN_ORDER) {
        let count = 0
        for (let after: string | null = ''; after !== null; ) {
          const part = await indexFrom(kind, { after, isForced: true, isAlone })
          after = part.last
          count += part.count
          if (part.count > 0 && count % SAID_EVERY === 0) say(kind, count)
        }
        for (;;) {
          const orphans = await sourceRepository(database.read).orphans(kind, OUTDATED_AT_ONCE)
          await indexer.indexAll(kind, orphans)
          if (orphans.length < OUTDATED_AT_ONCE) break
        }
        sum += count
      }
      return sum
    },
  }
}

/** Few and often looked for first. */
const INDEXED_IN_ORDER: readonly Kind[] = ['community', 'user', 'post', 'comment']
