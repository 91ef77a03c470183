import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isWrite } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowCounts } from '../../test/databases/tables.ts'
import { type Forum, startForum } from '../../test/forum.ts'
import { mailsOf } from '../../test/mails.ts'
import { cookiesOf, type RepeatedWrite, repeatedWrites, SITE, type WriteName } from '../../test/repeated-writes.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { createHttpListener } from './listener.ts'

let forum: Forum
let cases: ReturnType<typeof repeatedWrites>
beforeAll(async () => {
  forum = await startForum()
  await forum.stoa.app.services.partnerOrigins.register(forum.communityId, SITE)
  cases = repeatedWrites(forum)
}, 60_000)
afterAll(() => forum.stoa.close())

let keys = 0
const newKey = () => `key ${(keys += 1)}`

interface Sent {
  key: string
  input: object
  /** Default: this test's server. */
  url?: string
}

async function send(name: WriteName, { headers = {} }: RepeatedWrite, { key, input, url = forum.stoa.url }: Sent) {
  const response = await fetch(`${url}/api${calls[name].path}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json', 'idempotency-key': key, ...headers },
  })
  const { requestId: _, ...body } = await response.json()
  return { status: response.status, body, cookies: cookiesOf(response.headers) }
}

/** Row counts of all tables and the number of mails sent: the effect of a write. */
async function rows(): Promise<Record<string, number>> {
  const mails = await mailsOf(forum.stoa)
  return { ...(await rowCounts(forum.stoa.database)), 'mails sent': mails.length }
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
  const config = readConfig({ ...forum.stoa.settings, LOG_LEVEL: 'silent' })
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

const names = (Object.keys(calls) as (keyof typeof calls)[]).filter((name) => isWrite(calls[name])) as WriteName[]
const all = names.flatMap((name) => {
  const count = name === 'authEmbedRefresh' ? 3 : name === 'commentCreate' || name === 'postDraftSave' ? 2 : 1
  return Array.from({ length: count }, (_, index) => [name, index] as const)
})

test('every write is tested here, in every variant', () => {
  expect(Object.keys(cases).sort()).toEqual([...names].sort())
  expect(all).toHaveLength(Object.values(cases).flat().length)
})

/** All writes share one mechanism: on a database server, a third of them suffice. */
const tried = process.env.STOA_TEST_DATABASE_URL ? all.filter((_, position) => position % 3 === 0) : all

describe.each(tried)('%s (%i)', (name, index) => {
  const fresh = async () => {
    const write = await cases[name][index]?.()
    if (!write) throw new Error('There is no such case.')
    return { write, key: newKey() }
  }

  test('a retry gets the first response and does nothing; another body with the key is refused', async () => {
    const { write, key } = await fresh()
    const first = await send(name, write, { key, input: write.input })
    expect([first.status, first.body.code]).toEqual([200, undefined])
    const done = await rows()
    expect(await send(name, write, { key, input: write.input })).toEqual(first)
    const refused = await send(name, write, { key, input: write.other })
    expect([refused.status, refused.body.code]).toEqual([409, 'IDEMPOTENCY_MISMATCH'])
    expect(await send(name, write, { key, input: write.input })).toEqual(first)
    const { event_counts: _, ...unchanged } = done
    expect(await rows()).toMatchObject(unchanged)
  })

  test('of many concurrent requests one does the work, and all get its response', async () => {
    const alone = await fresh()
    const [before, , after] = [
      await rows(),
      await send(name, alone.write, { ...alone, input: alone.write.input }),
      await rows(),
    ]
    const { write, key } = await fresh()
    const start = await rows()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(name, write, { key, input: write.input })))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.status).toBe(200)
    const added = (from: Record<string, number>, to: Record<string, number>) =>
      Object.entries(to).map(([table, count]) => [table, count - (from[table] ?? 0)])
    expect(added(start, await rows())).toEqual(added(before, after))
  })

  test('killed before any of its commits, the retry does the work; killed after the last, it gets the response', async () => {
    const other = await startAnother()
    let killed = 0
    for (let after = 1; ; after += 1) {
      const { write, key } = await fresh()
      const sent = { key, input: write.input }
      other.kill(after)
      const cut = await send(name, write, { ...sent, url: other.url })
      const repeat = await send(name, write, sent)
      expect([repeat.status, repeat.body.code]).toEqual([200, undefined])
      expect(await send(name, write, sent)).toEqual(repeat)
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
