import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { durableMariadb, redis } from '../support/databases.ts'
import { inParallel } from '../support/in-parallel.ts'
import { openInProcess } from '../support/in-process.ts'
import { post } from '../support/member.ts'
import { milliseconds, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { freePort, type RunningServer, startStoa, temporaryFolder } from '../support/server-process.ts'
import { stoaCheck } from '../support/stoa-check.ts'

const POSTS = 1000
const PROCESSES = 3
/** Period in which all posts fall due. */
const DUE_MS = 60_000
/** Concurrent requests while drafts are created. */
const AT_ONCE = 8
const BETWEEN_KILLS_MS = 6000
const LATE_AT_MOST_MS = 5000

/**
 * A thousand posts fall due within a minute on three processes with one MariaDB, which are killed in turns: each post
 * is published exactly once, and in time.
 */
export async function run(): Promise<void> {
  const [mariadb, cache] = [await durableMariadb(), await redis()]
  const dataFolder = temporaryFolder()
  const { tokenName } = await seed({ url: mariadb.url, dataFolder, comments: 0 })
  const stoa = await openInProcess({ url: mariadb.url, dataFolder })
  const { token } = await stoa.member({ username: 'planner', join: tokenName })
  await stoa.close()
  const environment = { STOA_DATA: dataFolder, DATABASE_URL: mariadb.url, REDIS_URL: cache.url }
  const start = async (port: number) =>
    startStoa({ ...environment, PORT: String(port), STOA_URL: `http://127.0.0.1:${port}` })
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort))
  const servers: RunningServer[] = []
  for (const port of ports) servers.push(await start(port))

  const drafts = await makeDrafts(servers[0]?.url ?? '', { tokenName, token })
  const first = Date.now() + 30_000
  const due = new Map(drafts.map((id, index) => [id, first + Math.round((index / POSTS) * DUE_MS)]))
  await inParallel(AT_ONCE, [...due], ([postId, scheduledAt]) =>
    post(servers[0]?.url ?? '', 'postDraftSchedule', { input: { tokenName, postId, scheduledAt }, token }),
  )
  if (Date.now() > first) throw new Error('not all posts were scheduled before the first was due')
  await sleep(first - Date.now())
  let kills = 0
  for (; Date.now() < first + DUE_MS; kills += 1) {
    await sleep(BETWEEN_KILLS_MS)
    const index = kills % PROCESSES
    await servers[index]?.stop('SIGKILL')
    servers[index] = await start(ports[index] ?? 0)
  }
  await sleep(2 * LATE_AT_MOST_MS)

  const database = openDatabase({ url: mariadb.url, dataFolder })
  const rows: { id: string; status: number; created_at: number }[] = await database.read('posts').whereIn('id', drafts)
  const events: { payload: string }[] = await database.read('outbox').where({ name: 'post.created' })
  await database.close()
  for (const server of servers) await server.stop()
  const announcements = new Map<string, number>()
  for (const { payload } of events) {
    const { id } = (JSON.parse(payload) as { post: { id: string } }).post
    announcements.set(id, (announcements.get(id) ?? 0) + 1)
  }
  const late = rows.map(({ id, created_at }) => Number(created_at) - (due.get(id) ?? 0)).toSorted((a, b) => a - b)
  const longest = late.at(-1) ?? Number.POSITIVE_INFINITY
  const unpublished = rows.filter(({ status }) => status !== 0).length
  const notOnce = drafts.filter((id) => announcements.get(id) !== 1).length
  const check = stoaCheck(environment)
  if (!check.clean) console.log(check.output)
  report([
    {
      what: `${POSTS} posts due within ${DUE_MS / 1000} s, ${PROCESSES} processes, ${kills} × kill -9`,
      value: `${POSTS - unpublished} published`,
      goal: String(POSTS),
      reached: unpublished === 0 && rows.length === POSTS,
    },
    { what: '  announced more or less than once', value: String(notOnce), goal: '0', reached: notOnce === 0 },
    {
      what: '  delay, median and longest',
      value: `${milliseconds(late[Math.floor(late.length / 2)] ?? 0)}, ${milliseconds(longest)}`,
      goal: '< 5 s, never early',
      reached: longest < LATE_AT_MOST_MS && (late[0] ?? -1) >= 0,
    },
    { what: 'stoa check', value: check.clean ? 'clean' : 'differences', goal: 'clean', reached: check.clean },
  ])
  await mariadb.stop()
  await cache.stop()
}

async function makeDrafts(url: string, { tokenName, token }: { tokenName: string; token: string }): Promise<string[]> {
  const community = await fetch(`${url}/api/communities/${tokenName}`)
  const { payload } = (await community.json()) as { payload: { community: { activeFlairs: { id: string }[] } } }
  const flairId = payload.community.activeFlairs[0]?.id
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Out at last.' } }] })
  return inParallel(AT_ONCE, [...Array(POSTS).keys()], async (index) => {
    const draft = {
      tokenName,
      title: `Planned ${index}`,
      postContent,
      saveAsDraft: true,
      ...(flairId ? { flairId } : {}),
    }
    return (await post(url, 'postCreate', { input: draft, token })).post.id
  })
}
