import { randomUUID } from 'node:crypto'
import knex, { type Knex } from 'knex'
import { writeCommentRows } from '../support/comment-rows.ts'
import { durableMariadb, type Mariadb } from '../support/databases.ts'
import type { LoadResult } from '../support/load.ts'
import { member } from '../support/member.ts'
import { plainLoad } from '../support/plain-load.ts'
import { milliseconds, ratio, report } from '../support/report.ts'
import { type Seeded, seed } from '../support/seed.ts'
import { processorMs, type RunningServer, startCeiling, startStoa, temporaryFolder } from '../support/server-process.ts'

const CONNECTIONS = 16
const SECONDS = 10
/** Runs before each measurement of a server, so that its code is compiled. */
const WARM_UP_SECONDS = 10

/** Writes per second, and microseconds of processor time per write. */
interface Measured {
  perSecond: number
  /** This process, which sends the requests or queries the database itself. */
  load: number
  server: number
  database: number
}

type Loaded = Measured & Pick<LoadResult, 'p99' | 'failed'>

/**
 * Commenting on MariaDB with durable commits, compared with bare single-row inserts by mysql2 into a table of the same
 * width. Further ceilings: servers with and without Express that only store the same requests in batches, and inserting
 * only the rows of comments. Load, server and database share the machine's processors; the microseconds that each takes
 * show what could be gained.
 */
export async function run(): Promise<void> {
  const mariadb = await durableMariadb()
  const database = knex({ client: 'mysql2', connection: mariadb.url, pool: { min: CONNECTIONS, max: CONNECTIONS } })
  await database.raw(
    'create table bare (id char(36) character set ascii primary key, post_id char(20) character set ascii, content text, created_at bigint, key (post_id, created_at)) engine=InnoDB',
  )
  const bare = await measureCost({ mariadb, server: null }, async () => ({ count: await bareInserts(database) }))
  const batches = await batchInserts('node-http', mariadb)
  const express = await batchInserts('express', mariadb)
  await database.raw('drop table bare')
  await database.destroy()
  const seeded = await seed({ url: mariadb.url, dataFolder: temporaryFolder(), comments: 1000 })
  const comments = await commenting(mariadb, seeded)
  const rows = await measureCost({ mariadb, server: null }, async () => ({
    count: await writeCommentRows({ ...seeded, url: mariadb.url, together: CONNECTIONS, seconds: SECONDS }),
  }))
  await mariadb.stop()
  const reached = comments.perSecond / bare.perSecond
  const beside = ({ perSecond }: Measured) => `${Math.round(perSecond)}/s = ${ratio(perSecond / bare.perSecond)}`
  report([
    { what: 'ceiling: bare inserts, mysql2', value: `${Math.round(bare.perSecond)}/s, ${shares(bare)}` },
    {
      what: 'ceiling: node:http with batched inserts',
      value: `${beside(batches)}, ${shares(batches)}`,
    },
    { what: 'ceiling: Express with batched inserts', value: `${beside(express)}, ${shares(express)}` },
    {
      what: `ceiling: only the rows of comments, ${CONNECTIONS} per transaction`,
      value: `${beside(rows)}, ${shares(rows)}`,
    },
    {
      what: `comments at ${CONNECTIONS} connections`,
      value: `${beside(comments)}, p99 ${milliseconds(comments.p99)}, ${comments.failed} failed`,
      goal: '>= 0.35 ×, p99 <= 25 ms, 0 failed',
      reached: reached >= 0.35 && comments.p99 <= 25 && comments.failed === 0,
    },
    { what: '… processor time', value: shares(comments) },
    {
      what: '… the one thread of the server: utilization, and maximum',
      value: `${Math.round((comments.server * comments.perSecond) / 10_000)} %, ${Math.round(1_000_000 / comments.server)}/s = ${ratio(1_000_000 / comments.server / bare.perSecond)}`,
    },
    { what: '… compared with node:http with batches', value: ratio(comments.perSecond / batches.perSecond) },
  ])
}

function shares({ load, server, database }: Measured): string {
  const all = Object.entries({ load, server, database }).filter(([, value]) => value > 0)
  const sum = load + server + database
  return `${Math.round(sum)} µs each (${all.map(([name, value]) => `${name} ${Math.round(value)}`).join(', ')})`
}

/** Runs `work` and divides the processor time by its count. */
async function measureCost<More extends { count: number }>(
  about: { mariadb: Mariadb; server: RunningServer | null },
  work: () => Promise<More>,
): Promise<Measured & More> {
  const { mariadb, server } = about
  const now = () => ({
    load: process.cpuUsage(),
    server: server?.cpuMs() ?? 0,
    database: processorMs(mariadb.pid() ?? 0),
    at: performance.now(),
  })
  const before = now()
  const workResult = await work()
  const after = now()
  const { user, system } = process.cpuUsage(before.load)
  return {
    ...workResult,
    perSecond: (workResult.count / (after.at - before.at)) * 1000,
    load: (user + system) / workResult.count,
    server: ((after.server - before.server) / workResult.count) * 1000,
    database: ((after.database - before.database) / workResult.count) * 1000,
  }
}

async function commenting(mariadb: Mariadb, { tokenName, postId }: Seeded): Promise<Loaded> {
  const server = await startStoa({ DATABASE_URL: mariadb.url })
  const tokens: string[] = []
  for (let index = 0; index < CONNECTIONS; index += 1) {
    tokens.push((await member(server.url, { username: `bench_writer_${index}`, join: tokenName })).accessToken)
  }
  const result = await write({ mariadb, server }, { path: '/api/comment/create', tokenName, postId, tokens })
  await server.stop()
  return result
}

async function batchInserts(name: 'express' | 'node-http', mariadb: Mariadb): Promise<Loaded> {
  const server = await startCeiling('batch-inserts', { SERVER: name, DATABASE_URL: mariadb.url })
  const result = await write(
    { mariadb, server },
    { path: '/', tokenName: 'BENCH', postId: 'p'.repeat(20), tokens: ['x'.repeat(300)] },
  )
  await server.stop()
  return result
}

/** Sends the same request for all servers, each time with a new text and key. */
async function write(
  about: { mariadb: Mariadb; server: RunningServer },
  { tokens, path, ...place }: { path: string; tokenName: string; postId: string; tokens: string[] },
): Promise<Loaded> {
  let count = 0
  const request = () => ({
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${tokens[count % tokens.length]}`,
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify({ ...place, content: `Comment number ${count++} of this run.` }),
  })
  const loadOptions = { url: about.server.url + path, connections: CONNECTIONS, request }
  await plainLoad({ ...loadOptions, seconds: WARM_UP_SECONDS })
  return measureCost(about, () => plainLoad({ ...loadOptions, seconds: SECONDS }))
}

async function bareInserts(database: Knex): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let count = 0
  const one = async () => {
    while (performance.now() < until) {
      const values = [randomUUID(), 'p'.repeat(20), `Comment number ${count} of this run.`, Date.now()]
      await database.raw('insert into bare (id, post_id, content, created_at) values (?, ?, ?, ?)', values)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return count
}
