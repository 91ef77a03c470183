import { randomUUID } from 'node:crypto'
import knex, { type Knex } from 'knex'
import { durableMariadb } from '../support/databases.ts'
import { type LoadResult, load } from '../support/load.ts'
import { member } from '../support/member.ts'
import { milliseconds, ratio, report } from '../support/report.ts'
import { type Seeded, seed } from '../support/seed.ts'
import { startCeiling, startStoa, temporaryFolder } from '../support/server-process.ts'

const CONNECTIONS = 16
const SECONDS = 10
/** Before each measure of a server: it is compiled while it runs. */
const WARM_UP_SECONDS = 3

/**
 * Commenting on MariaDB with durable commits, against bare single-row inserts by mysql2 into a table of the same width.
 * Beside it what a server reaches that does nothing but take the same requests and store them in batches, with and
 * without Express: load, server and database share the machine's cores, so this is as far as there is to go.
 */
export async function run(): Promise<void> {
  const mariadb = await durableMariadb()
  const database = knex({ client: 'mysql2', connection: mariadb.url, pool: { min: CONNECTIONS, max: CONNECTIONS } })
  await database.raw(
    'create table bare (id char(36) character set ascii primary key, post_id char(20) character set ascii, content text, created_at bigint, key (post_id, created_at)) engine=InnoDB',
  )
  const bare = await bareInserts(database)
  const batches = await batchInserts('node-http', mariadb.url)
  const express = await batchInserts('express', mariadb.url)
  await database.raw('drop table bare')
  await database.destroy()
  const seeded = await seed({ url: mariadb.url, dataFolder: temporaryFolder(), comments: 1000 })
  const comments = await commenting(mariadb.url, seeded)
  await mariadb.stop()
  const reached = comments.perSecond / bare
  const beside = ({ perSecond }: LoadResult) => `${Math.round(perSecond)}/s = ${ratio(perSecond / bare)}`
  report([
    { what: 'ceiling: bare inserts, mysql2', value: `${Math.round(bare)}/s` },
    { what: 'ceiling: node:http with batches of such inserts', value: beside(batches) },
    { what: 'ceiling: Express with the same', value: beside(express) },
    {
      what: `comments at ${CONNECTIONS} connections`,
      value: `${beside(comments)}, p99 ${milliseconds(comments.p99)}, ${comments.failed} failed`,
      goal: '>= 0.5 ×, 0 failed',
      reached: reached >= 0.5 && comments.failed === 0,
    },
    { what: '… against node:http with batches', value: ratio(comments.perSecond / batches.perSecond) },
  ])
}

async function commenting(databaseUrl: string, { tokenName, postId }: Seeded): Promise<LoadResult> {
  const server = await startStoa({ DATABASE_URL: databaseUrl })
  const tokens: string[] = []
  for (let index = 0; index < CONNECTIONS; index += 1) {
    tokens.push((await member(server.url, { username: `bench_writer_${index}`, join: tokenName })).accessToken)
  }
  const result = await write(`${server.url}/api/comment/create`, { tokenName, postId, tokens })
  await server.stop()
  return result
}

async function batchInserts(name: 'express' | 'node-http', databaseUrl: string): Promise<LoadResult> {
  const server = await startCeiling('batch-inserts', { SERVER: name, DATABASE_URL: databaseUrl })
  const result = await write(`${server.url}/`, {
    tokenName: 'BENCH',
    postId: 'p'.repeat(20),
    tokens: ['x'.repeat(300)],
  })
  await server.stop()
  return result
}

/** The same requests for all, each with its own text and key. */
async function write(
  url: string,
  { tokens, ...about }: { tokenName: string; postId: string; tokens: string[] },
): Promise<LoadResult> {
  let count = 0
  const request = () => ({
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tokens[count % tokens.length]}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ ...about, content: `Comment number ${count++} of this run.` }),
  })
  const sent = { url, connections: CONNECTIONS, method: 'POST', request } as const
  await load({ ...sent, seconds: WARM_UP_SECONDS })
  return load({ ...sent, seconds: SECONDS })
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
  return count / SECONDS
}
