import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CallName, isWrite } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookiesOf } from '../../test/cookies.ts'
import { rowCounts } from '../../test/databases/tables.ts'
import { type Forum, startForum } from '../../test/forum.ts'
import { sendRequest } from '../../test/harness.ts'
import { mailCount } from '../../test/mails.ts'
import { type SampleScene, sentSample, startSampleScene } from '../../test/samples.ts'
import { createApp } from '../app.ts'
import { type AnySample, allSamples } from '../calls/all.samples.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { createHttpListener } from './listener.ts'

let forum: Forum
let scene: SampleScene
beforeAll(async () => {
  forum = await startForum()
  scene = await startSampleScene(forum)
}, 60_000)
afterAll(() => forum.stoa.close())

let keys = 0
const newKey = () => `key ${(keys += 1)}`

type Write = Awaited<ReturnType<AnySample['make']>>
/** `url`: default this test's server. */
interface Sent {
  key: string
  url?: string
}

async function send(name: CallName, write: Write, { key, url = forum.stoa.url }: Sent) {
  const { path, headers, ...rest } = sentSample(name, write)
  const response = await sendRequest(url + path, { ...rest, headers: { ...headers, 'idempotency-key': key } })
  const { requestId: _, ...body } = JSON.parse(response.text)
  return { status: response.status, body, cookies: cookiesOf(response.headers) }
}

/** The same with another body. */
const changed = (write: Write): Write => ({
  ...write,
  input: { ...write.input, ...(write.other ?? { linkMeta: 'another' }) } as Write['input'],
})

/** Row counts of all tables and the number of mails sent: the effect of a write. */
async function rows(): Promise<Record<string, number>> {
  const mails = await mailCount(forum.stoa)
  return { ...(await rowCounts(forum.stoa.database)), 'mails sent': mails }
}

/** Another process on the same database; `kill` makes it die in its n-th transaction from now. */
async function startAnother() {
  let left = Number.POSITIVE_INFINITY
  const real = forum.stoa.database
  const database: Database = {
    ...real,
    get read() {
      return real.read
    },
    async transaction(work, options) {
      // Events are marked some time after a write: that commit is not part of it.
      if (work.toString().includes('markDelivered')) return real.transaction(work, options)
      const isLast = (left -= 1) === 0
      if (left < 0) throw new Error('This process is dead.')
      return real.transaction(async (tx) => {
        const result = await work(tx)
        if (isLast) throw new Error('This process dies just before it commits.')
        return result
      }, options)
    },
  }
  // With the community that cards serve at the moment.
  const { moonpay } = forum.stoa.config
  const config = { ...readConfig({ ...forum.stoa.settings, LOG_LEVEL: 'silent' }), moonpay }
  const app = createApp({ config, database, clock: forum.stoa.clock, logger: createLogger('silent') })
  // Nor are its jobs.
  app.background.run = () => {}
  const server = createServer(createHttpListener(app))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kill: (after: number) => (left = after),
    isAlive: () => left > 0,
    async close() {
      server.close()
      // Leave no jobs that would change later counts.
      await forum.stoa.app.jobs.drain()
    },
  }
}

const writes = allSamples.filter(({ name }) => isWrite(calls[name]))
/** All writes share one mechanism: on a database server, a third of them suffice. */
const tried = process.env.STOA_TEST_DATABASE_URL ? writes.filter((_, position) => position % 3 === 0) : writes

test('every write is tested here', () => {
  // The scene's forum has an owner: `setupClaim` is repeated in the tests of its domain.
  const names = Object.keys(calls).filter((name) => isWrite(calls[name as CallName]) && name !== 'setupClaim')
  expect([...new Set(writes.map(({ name }) => name as string))].toSorted()).toEqual(names.toSorted())
})

describe.each(tried)('$name ($index)', ({ name, make }) => {
  const fresh = async () => ({ write: await make(scene), key: newKey() })

  test('a retry gets the first response and does nothing; another body with the key is refused', async () => {
    const { write, key } = await fresh()
    const first = await send(name, write, { key })
    expect([first.status, first.body.code]).toEqual([200, undefined])
    const done = await rows()
    expect(await send(name, write, { key })).toEqual(first)
    const refused = await send(name, changed(write), { key })
    expect([refused.status, refused.body.code]).toEqual([409, 'IDEMPOTENCY_MISMATCH'])
    expect(await send(name, write, { key })).toEqual(first)
    const { event_counts: _, ...unchanged } = done
    expect(await rows()).toMatchObject(unchanged)
  })

  test('of many concurrent requests one does the work, and all get its response', async () => {
    const alone = await fresh()
    const [before, , after] = [await rows(), await send(name, alone.write, alone), await rows()]
    const { write, key } = await fresh()
    const start = await rows()
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(name, write, { key })))
    for (const response of responses) expect(response).toEqual(responses[0])
    expect(responses[0]?.status).toBe(200)
    // Each attempt may be counted before it finds the first one.
    // No transaction waits for the mail server, so each attempt of a test mail at the same time sends one.
    const untold = name === 'setupMailTest' ? 'mails sent' : ''
    const added = (from: Record<string, number>, { event_counts: _, ...to }: Record<string, number>) =>
      Object.entries(to)
        .filter(([table]) => table !== untold)
        .map(([table, count]) => [table, count - (from[table] ?? 0)])
    expect(added(start, await rows())).toEqual(added(before, after))
  })

  test('killed before any of its commits, the retry does the work; killed after the last, it gets the response', async () => {
    const other = await startAnother()
    let killed = 0
    for (let after = 1; ; after += 1) {
      const { write, key } = await fresh()
      other.kill(after)
      const cut = await send(name, write, { key, url: other.url })
      const repeat = await send(name, write, { key })
      expect([repeat.status, repeat.body.code]).toEqual([200, undefined])
      expect(await send(name, write, { key })).toEqual(repeat)
      if (!other.isAlive()) {
        expect(cut.status).toBe(500)
        killed += 1
        continue
      }
      expect(repeat).toEqual(cut)
      break
    }
    expect(killed).toBeGreaterThan(0)
    await other.close()
  })
})
