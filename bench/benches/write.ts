import { randomUUID } from 'node:crypto'
import knex from 'knex'
import { durableMariadb } from '../support/databases.ts'
import { load } from '../support/load.ts'
import { member } from '../support/member.ts'
import { milliseconds, ratio, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'

const CONNECTIONS = 16
const SECONDS = 10

/** Commenting on MariaDB with durable commits, against bare single-row inserts by mysql2 into a table of the same width. */
export async function run(): Promise<void> {
  const mariadb = await durableMariadb()
  const bare = await bareInserts(mariadb.url)
  const seeded = await seed({ url: mariadb.url, dataFolder: temporaryFolder(), comments: 1000 })
  const server = await startStoa({ DATABASE_URL: mariadb.url })
  const tokens: string[] = []
  for (let index = 0; index < CONNECTIONS; index += 1) {
    tokens.push((await member(server.url, { username: `bench_writer_${index}`, join: seeded.tokenName })).accessToken)
  }
  let count = 0
  const comments = await load({
    url: `${server.url}/api/comment/create`,
    connections: CONNECTIONS,
    seconds: SECONDS,
    method: 'POST',
    request: () => ({
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokens[count % tokens.length]}`,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        tokenName: seeded.tokenName,
        postId: seeded.postId,
        content: `Comment number ${count++} of this run.`,
      }),
    }),
  })
  await server.stop()
  await mariadb.stop()
  const reached = comments.perSecond / bare
  report([
    { what: 'ceiling: bare inserts, mysql2', value: `${Math.round(bare)}/s` },
    {
      what: `comments at ${CONNECTIONS} connections`,
      value: `${Math.round(comments.perSecond)}/s = ${ratio(reached)}, p99 ${milliseconds(comments.p99)}, ${comments.failed} failed`,
      goal: '>= 0.5 ×, 0 failed',
      reached: reached >= 0.5 && comments.failed === 0,
    },
  ])
}

async function bareInserts(url: string): Promise<number> {
  const database = knex({ client: 'mysql2', connection: url, pool: { min: CONNECTIONS, max: CONNECTIONS } })
  await database.raw(
    'create table bare (id char(36) character set ascii primary key, post_id char(20) character set ascii, content text, created_at bigint, key (post_id, created_at)) engine=InnoDB',
  )
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
  await database.raw('drop table bare')
  await database.destroy()
  return count / SECONDS
}
