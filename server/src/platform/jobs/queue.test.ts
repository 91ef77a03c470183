import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { createLogger } from '../logging/logger.ts'
import { createBackground } from './background.ts'
import { createJobQueue, jobKind } from './queue.ts'
import { jobRepository } from './repository.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
beforeEach(() => stoa.database.transaction(({ connection }) => connection('jobs').del()))
afterAll(() => stoa.close())

/** A process's queue, with what it logs. */
function startQueue(changed: Partial<TestApp['database']> = {}) {
  const logger = { ...createLogger('silent'), error: vi.fn(), warn: vi.fn() }
  const background = createBackground({ logger: logger as never })
  const { clock, app } = stoa
  const database = { ...stoa.database, ...changed }
  return { logger, ...createJobQueue({ database, clock, ids: app.ids, logger: logger as never, background }) }
}

const inTransaction = (work: Parameters<TestApp['database']['transaction']>[0]) => stoa.database.transaction(work)
const stored = () => stoa.database.read('jobs').orderBy('id')

test('a job runs once after its transaction commits, and never after a rollback', async () => {
  const queue = startQueue()
  const done: string[] = []
  const GREET = jobKind<string>('greet')
  queue.transactional(GREET, {
    async work(_tx, [job]) {
      done.push(job?.payload ?? '')
      return undefined
    },
  })
  await inTransaction(async (tx) => queue.enqueue(tx, GREET, { payload: 'hello' }))
  await inTransaction(async (tx) => {
    queue.enqueue(tx, GREET, { payload: 'never' })
    throw new Error('rolled back')
  }).catch(() => {})
  await queue.drain()
  expect(done).toEqual(['hello'])
  expect(await stored()).toEqual([])
})

test('a job waits until it is due', async () => {
  const queue = startQueue()
  const work = vi.fn(async () => undefined)
  const LATER = jobKind<object>('later')
  queue.transactional(LATER, { work })
  await inTransaction(async (tx) => queue.enqueue(tx, LATER, { payload: {}, runAt: stoa.clock.now() + 1000 }))
  await queue.drain()
  expect(work).not.toHaveBeenCalled()
  stoa.clock.advance(1000)
  await queue.drain()
  expect(work).toHaveBeenCalledOnce()
})

test('only one waiting job of a kind has a given key; a canceled one does not run', async () => {
  const queue = startQueue()
  const done: number[] = []
  const KEYED = jobKind<number>('keyed')
  queue.transactional(KEYED, {
    async work(_tx, jobs) {
      done.push(...jobs.map(({ payload }) => payload))
      return undefined
    },
  })
  const runAt = stoa.clock.now() + 1000
  for (const payload of [1, 2])
    await inTransaction(async (tx) => queue.enqueue(tx, KEYED, { payload, key: 'a', runAt }))
  await inTransaction(async (tx) => queue.enqueue(tx, KEYED, { payload: 3, key: 'b', runAt }))
  await inTransaction((tx) => queue.cancel(tx, KEYED, ['b']))
  stoa.clock.advance(1000)
  await queue.drain()
  expect(done).toEqual([1])
})

test('a failing job leaves no trace, backs off, and does not hold up its batch', async () => {
  const queue = startQueue()
  const done: string[] = []
  const BATCH = jobKind<string>('batch')
  queue.transactional(BATCH, {
    batch: 10,
    async work(_tx, jobs) {
      for (const { payload } of jobs) {
        if (payload === 'bad') throw new Error('broken payload')
      }
      done.push(...jobs.map(({ payload }) => payload))
      return undefined
    },
  })
  await inTransaction(async (tx) => {
    for (const payload of ['bad', 'good', 'fine']) queue.enqueue(tx, BATCH, { payload })
  })
  await queue.drain()
  expect(done.toSorted()).toEqual(['fine', 'good'])
  expect(await stored()).toMatchObject([{ kind: 'batch', state: 'waiting', last_error: 'broken payload' }])
  expect(Number((await stored())[0].run_at)).toBe(stoa.clock.now() + 60_000)
})

test('a job is parked after eight tries; an operator can show, retry or discard it; it is deleted after 90 days', async () => {
  const queue = startQueue()
  const work = vi.fn().mockRejectedValue(new Error('no'))
  const HOPELESS = jobKind<object>('hopeless')
  queue.transactional(HOPELESS, { work })
  await inTransaction(async (tx) => queue.enqueue(tx, HOPELESS, { payload: { a: 1 } }))
  for (let count = 0; count < 12; count += 1) {
    await queue.drain()
    stoa.clock.advance(61 * 60_000)
  }
  expect(work).toHaveBeenCalledTimes(8)
  expect([queue.logger.warn.mock.calls.length, queue.logger.error.mock.calls.length]).toEqual([7, 1])
  const [job] = await queue.list({ state: 'parked' })
  expect(job).toMatchObject({ kind: 'hopeless', tries: 8, lastError: 'no' })
  expect(await queue.counts()).toMatchObject([{ kind: 'hopeless', state: 'parked', count: 1 }])
  const id = job?.id ?? ''
  expect(await queue.show(id)).toMatchObject({ id, payload: '{"a":1}' })
  expect(await queue.retry(id)).toBe(true)
  work.mockResolvedValue(undefined)
  await queue.drain()
  expect(await queue.show(id)).toBeNull()
  expect([await queue.retry(id), await queue.discard(id)]).toEqual([false, false])

  work.mockRejectedValue(new Error('no'))
  await inTransaction(async (tx) => queue.enqueue(tx, HOPELESS, { payload: {} }))
  for (let count = 0; count < 8; count += 1) {
    await queue.drain()
    stoa.clock.advance(61 * 60_000)
  }
  await queue.cleanUp()
  expect(await stored()).toHaveLength(1)
  stoa.clock.advance(91 * 24 * 60 * 60_000)
  await queue.cleanUp()
  expect(await stored()).toEqual([])
})

test('a job continues with the payload that it returns', async () => {
  const queue = startQueue()
  const steps: number[] = []
  const COUNT = jobKind<number>('count')
  queue.transactional(COUNT, {
    async work(_tx, [job]) {
      const step = job?.payload ?? 0
      steps.push(step)
      return step < 3 ? step + 1 : undefined
    },
  })
  await inTransaction(async (tx) => queue.enqueue(tx, COUNT, { payload: 1 }))
  await queue.drain()
  expect(steps).toEqual([1, 2, 3])
})

test('another process takes over after a crash, and two together run each job once', async () => {
  const { transaction } = stoa.database
  const dying = startQueue({
    transaction: (work, ...more) =>
      transaction(
        async (tx) => {
          await work(tx)
          throw new Error('killed')
        },
        ...more,
      ),
  })
  const queues = [startQueue(), startQueue()]
  const SHARED = jobKind<number>('shared')
  const done: number[] = []
  const definition = {
    async work(tx: Parameters<Parameters<typeof transaction>[0]>[0], jobs: { payload: number }[]) {
      tx.afterCommit(() => done.push(...jobs.map(({ payload }) => payload)))
      return undefined
    },
  }
  dying.transactional(SHARED, definition)
  for (const queue of queues) queue.transactional(SHARED, definition)
  const later = { runAt: stoa.clock.now() + 1 }
  await inTransaction(async (tx) => {
    for (let count = 0; count < 20; count += 1) queues[0]?.enqueue(tx, SHARED, { payload: count, ...later })
  })
  stoa.clock.advance(1)
  await dying.drain().catch(() => {})
  expect(done).toEqual([])
  await Promise.all(queues.map((queue) => queue.drain()))
  expect(done.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 20 }, (_, index) => index))
})

test('leased jobs run concurrently up to a limit, and return when their process dies', async () => {
  const queue = startQueue()
  let [running, most] = [0, 0]
  const definition = {
    leaseMs: 30_000,
    concurrency: 2,
    async run() {
      running += 1
      most = Math.max(most, running)
      // The first one waits for a second one.
      await vi.waitFor(() => expect(most).toBeGreaterThan(1))
      await new Promise((resolve) => setTimeout(resolve, 20))
      running -= 1
    },
  }
  const SEND = jobKind<object>('send')
  queue.leased(SEND, definition)
  await inTransaction(async (tx) => {
    for (let count = 0; count < 5; count += 1) queue.enqueue(tx, SEND, { payload: {} })
  })
  await queue.drain()
  expect(most).toBe(2)
  expect(await stored()).toEqual([])

  const dead = startQueue()
  const HANG = jobKind<object>('hang')
  dead.leased(HANG, { leaseMs: 30_000, run: () => new Promise(() => {}) })
  await inTransaction(async (tx) => dead.enqueue(tx, HANG, { payload: {} }))
  await vi.waitFor(async () => expect(Number((await stored())[0]?.tries)).toBe(1))
  const other = startQueue()
  const run = vi.fn(async () => {})
  other.leased(HANG, { leaseMs: 30_000, run })
  await other.drain()
  expect(run).not.toHaveBeenCalled()
  stoa.clock.advance(30_000)
  await other.drain()
  expect(run).toHaveBeenCalledOnce()
  expect(await stored()).toEqual([])
})

test('a long job keeps its lease while its process lives, and is released within 30 seconds after it dies', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const [living, other] = [startQueue(), startQueue()]
    const LONG = jobKind<object>('long')
    const leaseMs = 45 * 60_000
    living.leased(LONG, { leaseMs, run: () => new Promise(() => {}) })
    const run = vi.fn(async () => {})
    other.leased(LONG, { leaseMs, run })
    await inTransaction(async (tx) => living.enqueue(tx, LONG, { payload: {} }))
    await vi.waitFor(async () => expect(Number((await stored())[0]?.tries)).toBe(1))
    for (let seconds = 0; seconds < 30; seconds += 5) {
      const before = Number((await stored())[0]?.run_at)
      stoa.clock.advance(5000)
      vi.advanceTimersByTime(5000)
      await vi.waitFor(async () => expect(Number((await stored())[0]?.run_at)).toBeGreaterThan(before))
      await other.drain()
    }
    expect(run).not.toHaveBeenCalled()
    // Its process dies: nothing renews the lease.
    stoa.clock.advance(25_000)
    await other.drain()
    expect(run).toHaveBeenCalledOnce()
    expect(await stored()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('interrupted tries wait longer and longer; when all are used up, the job is parked with what follows from that', async () => {
  const CRASH = jobKind<string>('crash')
  const definition = { leaseMs: 30_000, maxTries: 3, run: vi.fn(() => new Promise<never>(() => {})) }
  const parked: unknown[] = []
  const onParked = async (_tx: unknown, { payload, tries }: { payload: string; tries: number }) => {
    parked.push([payload, tries])
  }
  const crash = async () => {
    const queue = startQueue()
    queue.leased(CRASH, { ...definition, onParked })
    // Its jobs never end, so it is neither stopped nor waited for: its process is dead.
    await Promise.race([queue.drain(), new Promise((resolve) => setTimeout(resolve, 200))])
  }
  await inTransaction(async (tx) => startQueue().enqueue(tx, CRASH, { payload: 'a' }))
  await crash()
  expect(definition.run).toHaveBeenCalledTimes(1)
  // After a restart it continues at once.
  stoa.clock.advance(20_000)
  await crash()
  expect(definition.run).toHaveBeenCalledTimes(2)
  stoa.clock.advance(20_000)
  await crash()
  expect(definition.run).toHaveBeenCalledTimes(2)
  stoa.clock.advance(59_000)
  await crash()
  expect(definition.run).toHaveBeenCalledTimes(2)
  stoa.clock.advance(1000)
  await crash()
  expect(definition.run).toHaveBeenCalledTimes(3)
  expect(parked).toEqual([])
  stoa.clock.advance(20_000)
  await crash()
  expect(parked).toEqual([['a', 3]])
  const [row] = await stored()
  expect(row).toMatchObject({ state: 'parked', last_error: 'The process ended while it worked on this job.' })
})

test('a process that wakes up after another has taken over its job leaves it alone', async () => {
  const [paused, other] = [startQueue(), startQueue()]
  const PAUSED = jobKind<string>('paused')
  const effects: string[] = []
  let wake = () => {}
  paused.leased(PAUSED, {
    leaseMs: 20_000,
    async run({ assertLeased }) {
      await new Promise<void>((resolve) => (wake = resolve))
      await assertLeased()
      effects.push('paused')
    },
  })
  let finish = () => {}
  other.leased(PAUSED, {
    leaseMs: 20_000,
    async run({ assertLeased }) {
      await new Promise<void>((resolve) => (finish = resolve))
      await assertLeased()
      effects.push('other')
    },
  })
  await inTransaction(async (tx) => paused.enqueue(tx, PAUSED, { payload: '' }))
  await vi.waitFor(async () => expect(Number((await stored())[0]?.tries)).toBe(1))
  stoa.clock.advance(20_000)
  const done = other.drain()
  await vi.waitFor(async () => expect(Number((await stored())[0]?.tries)).toBe(2))
  wake()
  await paused.stop()
  expect(effects).toEqual([])
  expect(await stored()).toMatchObject([{ tries: 2, state: 'waiting' }])
  finish()
  await done
  expect(effects).toEqual(['other'])
  expect(await stored()).toEqual([])
  expect(paused.logger.error).not.toHaveBeenCalled()
})

test('shares take turns, each beginning with its shortest job', async () => {
  const queue = startQueue()
  const FAIR = jobKind<string>('fair')
  const done: string[] = []
  await inTransaction(async (tx) => {
    for (const [payload, share, cost] of [
      ['mallory 9', 'mallory', 9],
      ['mallory 5', 'mallory', 5],
      ['mallory 7', 'mallory', 7],
      ['ada 8', 'ada', 8],
      ['bea 2', 'bea', 2],
      ['ada 1', 'ada', 1],
    ] as const) {
      queue.enqueue(tx, FAIR, { payload, share, cost })
    }
  })
  queue.leased(FAIR, {
    leaseMs: 1000,
    takesTurns: true,
    async run({ payload }) {
      done.push(payload)
    },
  })
  await queue.drain()
  expect(done).toEqual(['ada 1', 'bea 2', 'mallory 5', 'ada 8', 'mallory 7', 'mallory 9'])
})

test('a group of shares that hangs holds only its own part of the slots', async () => {
  const queue = startQueue()
  const SHARED = jobKind<string>('shared fairly')
  const begun: string[] = []
  let finish = () => {}
  const isOver = new Promise<void>((resolve) => (finish = resolve))
  await inTransaction(async (tx) => {
    for (const payload of ['1', '2', '3', '4', '5'])
      queue.enqueue(tx, SHARED, { payload: `a${payload}`, share: `a:${payload}` })
    for (const payload of ['1', '2']) queue.enqueue(tx, SHARED, { payload: `b${payload}`, share: `b:${payload}` })
  })
  queue.leased(SHARED, {
    leaseMs: 60_000,
    takesTurns: true,
    concurrency: 4,
    perGroup: 2,
    async run({ payload }) {
      begun.push(payload)
      if (payload.startsWith('a')) await isOver
    },
  })
  const drained = queue.drain()
  await vi.waitFor(() => expect(begun.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2']))
  await inTransaction(async (tx) => queue.enqueue(tx, SHARED, { payload: 'b3', share: 'b:3' }))
  await vi.waitFor(() => expect(begun).toContain('b3'))
  expect(begun).toHaveLength(5)
  finish()
  await drained
  expect(begun).toHaveLength(8)
})

test('a full group is passed in one step, and its shares come later', async () => {
  const queue = startQueue()
  const GROUPED = jobKind<string>('grouped')
  await inTransaction(async (tx) => {
    for (const share of ['a:1', 'a:2', 'a:z', 'ab', 'b:1']) queue.enqueue(tx, GROUPED, { payload: share, share })
  })
  const repository = jobRepository(stoa.database.read)
  const due = async (full: string[]) =>
    (await repository.dueShares(GROUPED.name, stoa.clock.now(), { after: null, full: new Set(full) })).due
  expect(await due(['a'])).toEqual(['ab', 'b:1'])
  expect(await due(['a', 'b'])).toEqual(['ab'])
  expect(await due([])).toEqual(['a:1', 'a:2', 'a:z', 'ab', 'b:1'])
})

test('all shares get their turns, however many there are', async () => {
  const queue = startQueue()
  const MANY = jobKind<number>('many shares')
  const done: number[] = []
  await inTransaction(async (tx) => {
    for (let index = 0; index < 250; index += 1) queue.enqueue(tx, MANY, { payload: index, share: `share ${index}` })
    for (let index = 0; index < 50; index += 1) queue.enqueue(tx, MANY, { payload: 1000 + index, share: 'share 0' })
  })
  queue.leased(MANY, {
    leaseMs: 1000,
    takesTurns: true,
    async run({ payload }) {
      done.push(payload)
    },
  })
  await queue.drain()
  expect(done).toHaveLength(300)
  expect(new Set(done)).toHaveLength(300)
})

test.skipIf(process.env.STOA_TEST_DATABASE_URL)('finding a turn searches an index, and sorts nothing', async () => {
  const { read } = stoa.database
  const repository = jobRepository(read)
  const queries: { sql: string; bindings: string[] }[] = []
  const note = (query: { sql: string; bindings: string[] }) => {
    if (query.bindings.includes('of turns')) queries.push(query)
  }
  read.on('query', note)
  await repository.dueShares('of turns', stoa.clock.now(), { after: 'a', full: new Set() })
  await repository.shortestDue('of turns', stoa.clock.now(), { share: 'a', except: ['x'] })
  read.off('query', note)
  expect(queries).toHaveLength(2)
  for (const { sql, bindings } of queries) {
    const plan: { detail: string }[] = await read.raw(`explain query plan ${sql}`, bindings)
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH jobs USING .*INDEX jobs_turns \(/),
    ])
  }
})

test('jobs are made due by key prefix', async () => {
  const queue = startQueue()
  const HELD = jobKind<string>('held')
  const done: string[] = []
  queue.leased(HELD, {
    leaseMs: 1000,
    async run({ payload }) {
      done.push(payload)
    },
  })
  const runAt = stoa.clock.now() + 60_000
  await inTransaction(async (tx) => {
    for (const key of ['ada:1', 'ada:2', 'bea:1']) queue.enqueue(tx, HELD, { payload: key, runAt, key })
  })
  await inTransaction((tx) => queue.hasten(tx, HELD, 'ada:'))
  await queue.drain()
  expect(done.toSorted()).toEqual(['ada:1', 'ada:2'])
})

test.runIf(process.env.STOA_TEST_DATABASE_URL)('on MySQL, processes don’t wait for each other’s jobs', async () => {
  const [first, second] = [startQueue(), startQueue()]
  const SLOW = jobKind<string>('slow')
  const [begun, done]: [string[], string[]] = [[], []]
  let finish = () => {}
  first.transactional(SLOW, {
    async work(_tx, [job]) {
      begun.push(job?.payload ?? '')
      await new Promise<void>((resolve) => (finish = resolve))
      done.push(job?.payload ?? '')
      return undefined
    },
  })
  second.transactional(SLOW, {
    async work(_tx, [job]) {
      done.push(job?.payload ?? '')
      return undefined
    },
  })
  await inTransaction(async (tx) => first.enqueue(tx, SLOW, { payload: 'one' }))
  await vi.waitFor(() => expect(begun).toEqual(['one']))
  await inTransaction(async (tx) => second.enqueue(tx, SLOW, { payload: 'two' }))
  await vi.waitFor(() => expect(done).toEqual(['two'])).finally(() => finish())
  await vi.waitFor(async () => expect(await stored()).toEqual([]))
  expect([begun, done]).toEqual([['one'], ['two', 'one']])
})

test('with `inOrder`, no process begins a job before an earlier one has ended', async () => {
  const queues = [startQueue(), startQueue()]
  const IN_ORDER = jobKind<number>('in-order')
  const events: string[] = []
  for (const queue of queues) {
    queue.transactional(IN_ORDER, {
      inOrder: true,
      async work(_tx, [job]) {
        events.push(`begin ${job?.payload}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        events.push(`end ${job?.payload}`)
        return undefined
      },
    })
  }
  const numbers = [1, 2, 3, 4]
  await inTransaction(async (tx) => {
    for (const payload of numbers) queues[payload % 2]?.enqueue(tx, IN_ORDER, { payload })
  })
  await Promise.all(queues.map((queue) => queue.drain()))
  expect(await stored()).toEqual([])
  expect(events).toEqual(numbers.flatMap((number) => [`begin ${number}`, `end ${number}`]))
})

test('scheduled work runs once per interval across processes, also after a failure', async () => {
  const run = vi.fn(async () => {})
  const queues = [startQueue(), startQueue()]
  for (const queue of queues) queue.schedule({ name: 'sweep', everyMs: 1000, run })
  for (const queue of queues) await queue.start()
  const turn = async () => {
    stoa.clock.advance(1000)
    await Promise.all(queues.map((queue) => queue.drain()))
    return run.mock.calls.length
  }
  await Promise.all(queues.map((queue) => queue.drain()))
  expect(run).not.toHaveBeenCalled()
  expect(await turn()).toBe(1)
  run.mockRejectedValueOnce(new Error('away'))
  expect(await turn()).toBe(2)
  expect(await stored()).toMatchObject([{ kind: 'sweep', state: 'waiting', last_error: 'away', tries: 0 }])
  expect(await turn()).toBe(3)
  await Promise.all(queues.map((queue) => queue.stop()))
  // Schedules removed from the program are deleted at the next start.
  const next = startQueue()
  await next.start()
  await next.stop()
  expect(await stored()).toEqual([])
})

test('a slow leased job does not hold up the next one', async () => {
  const queue = startQueue()
  const begun: string[] = []
  let finish = () => {}
  const SLOW = jobKind<string>('slow')
  queue.leased(SLOW, {
    leaseMs: 1000,
    concurrency: 2,
    async run({ payload }) {
      begun.push(payload)
      if (payload === 'first') await new Promise<void>((resolve) => (finish = resolve))
    },
  })
  await inTransaction(async (tx) => queue.enqueue(tx, SLOW, { payload: 'first' }))
  await vi.waitFor(() => expect(begun).toEqual(['first']))
  await inTransaction(async (tx) => queue.enqueue(tx, SLOW, { payload: 'second' }))
  await vi.waitFor(() => expect(begun).toEqual(['first', 'second']))
  finish()
  await queue.drain()
  expect(await stored()).toEqual([])
})
