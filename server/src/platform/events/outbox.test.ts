import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../test/forum.ts'
import { expectIndexRanges } from '../../../test/index-ranges.ts'
import { DAY_MS } from '../clock.ts'
import type { Connection } from '../database/database.ts'
import { firstIdAt } from '../ids.ts'
import { createLogger } from '../logging/logger.ts'
import type { StoredEvent } from './events.ts'
import { createOutbox } from './outbox.ts'
import { outboxRepository } from './outbox-repository.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const stored = (): Promise<{ id: string; delivered_at: number }[]> =>
  forum.stoa.database.read('outbox').select('id', 'delivered_at').orderBy('id')

test('every event of a batch is marked as delivered', async () => {
  const { stoa, ada } = forum
  const postId = await forum.newPost()
  const comment = (content: string) =>
    stoa.call('commentCreate', { tokenName: 'FORUM', postId, content }, { token: ada.token })
  await Promise.all(['one', 'two', 'three'].map(comment))
  await stoa.app.events.flush()
  const rows = await stored()
  expect(rows.length).toBeGreaterThanOrEqual(3)
  expect(rows.filter((row) => Number(row.delivered_at) === 0)).toEqual([])
})

/** A process on the same database that records what it delivers. */
function aProcess(told: (event: StoredEvent) => void | Promise<void>) {
  const { database, clock, app } = forum.stoa
  const outbox = createOutbox({ database, clock, ids: app.ids, logger: createLogger('silent') })
  outbox.subscribe(() => {}, told)
  return outbox
}

/** Commits an event in a process that then dies. */
async function orphan(): Promise<string> {
  const { stoa } = forum
  await stoa.app.events.flush()
  const id = firstIdAt(stoa.clock.now())
  const event = {
    id,
    name: 'viewer.changed',
    room: 'user:u',
    payload: JSON.stringify({ id }),
    created_at: stoa.clock.now(),
  }
  await stoa.database.transaction(({ connection }) => connection('outbox').insert({ ...event, delivered_at: 0 }))
  stoa.clock.advance(10_000)
  return id
}

test('if a process dies while delivering a swept event, the next one delivers it', async () => {
  const { clock } = forum.stoa
  const id = await orphan()
  let begun = () => {}
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const dying = aProcess(() => {
    begun()
    return new Promise(() => {})
  })
  void dying.sweep()
  await isBegun
  const told: string[] = []
  const next = aProcess(({ event }) => void told.push(event.id))
  expect([await next.sweep(), told]).toEqual([0, []])
  clock.advance(31_000)
  expect([await next.sweep(), told]).toEqual([1, [id]])
  await next.flush()
  clock.advance(31_000)
  expect([await next.sweep(), told]).toEqual([0, [id]])
})

test('a failed delivery is retried later', async () => {
  const { clock } = forum.stoa
  const id = await orphan()
  const told: string[] = []
  let isBroken = true
  const outbox = aProcess(async ({ event }) => {
    if (isBroken) throw new Error('The database is away.')
    told.push(event.id)
  })
  expect(await outbox.sweep()).toBe(0)
  isBroken = false
  expect(await outbox.sweep()).toBe(0)
  clock.advance(31_000)
  expect(await outbox.sweep()).toBe(1)
  expect(told).toEqual([id])
  await outbox.flush()
})

test('events older than a day are deleted without reading the others', async () => {
  const { stoa } = forum
  await stoa.app.events.flush()
  stoa.clock.advance(2 * DAY_MS)
  const young = Array.from({ length: 50 }, (_, index) => ({
    id: firstIdAt(stoa.clock.now() + index),
    name: 'comment.created',
    room: 'post:p',
    payload: '{}',
    created_at: stoa.clock.now() + index,
    delivered_at: 1,
  }))
  await stoa.database.transaction(({ connection }) => connection('outbox').insert(young))
  const old = (await stored()).length - young.length
  expect(old).toBeGreaterThan(0)
  // Only MySQL reports how many rows a deletion has read.
  if (stoa.database.dialect.name === 'mysql') {
    const work = (connection: Connection) => outboxRepository(connection).deleteBefore(stoa.clock.now() - DAY_MS)
    await expectIndexRanges(stoa, { table: 'outbox', rows: old + 2, work })
  }
  await stoa.app.events.cleanUp()
  expect((await stored()).map(({ id }) => id)).toEqual(young.map(({ id }) => id))
})
