import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { durableMariadb } from '../support/databases.ts'
import { member, post } from '../support/member.ts'
import { report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { freePort, type RunningServer, startStoa, temporaryFolder } from '../support/server-process.ts'
import { stoaCheck } from '../support/stoa-check.ts'

const KILLS = 20
const DATABASE_KILLS = 5
const WRITES_PER_SECOND = 200
const BETWEEN_KILLS_MS = 1000
/** Time after the last kill until a writer gives up. On a slow machine the server is down for longer than it is up. */
const GIVE_UP_MS = 120_000
/** Writers that wait for the server; more of them would delay its start. */
const WAITING_MAX = 500

/**
 * Kills the server and MariaDB during many writes by clients that retry with the same key: no acknowledged write is
 * lost, and none is stored twice. The search index has each word of each comment once.
 */
export async function run(): Promise<void> {
  await proveServerKills('SQLite', { url: null, dataFolder: temporaryFolder() })
  const mariadb = await durableMariadb()
  await proveServerKills('MariaDB', { url: mariadb.url, dataFolder: temporaryFolder() })
  await proveDatabaseKills(mariadb)
  await mariadb.stop()
}

interface Storage {
  url: string | null
  dataFolder: string
}

async function proveServerKills(name: string, storage: Storage): Promise<void> {
  const writers = await startWriters(storage)
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(BETWEEN_KILLS_MS + Math.random() * 500)
    await writers.server().stop('SIGKILL')
    await writers.restart()
  }
  await verify(`${name}: ${KILLS} × kill -9 of the server`, { storage, writers })
}

async function proveDatabaseKills(mariadb: Awaited<ReturnType<typeof durableMariadb>>): Promise<void> {
  const storage = { url: mariadb.url, dataFolder: temporaryFolder() }
  const writers = await startWriters(storage)
  for (let kill = 0; kill < DATABASE_KILLS; kill += 1) {
    await sleep(BETWEEN_KILLS_MS)
    process.kill(mariadb.pid(), 'SIGKILL')
    await sleep(500)
    await mariadb.restart()
  }
  await verify(`${DATABASE_KILLS} × kill -9 of mariadbd, the server left alone`, { storage, writers })
}

interface Writers {
  server(): RunningServer
  restart(): Promise<void>
  /** Stops writing. Returns the acknowledged writes (text and id) and the number of retries. */
  stop(): Promise<{ acknowledged: Map<string, string>; writeCount: number; again: number }>
}

async function startWriters(storage: Storage): Promise<Writers> {
  const environment = {
    PORT: String(await freePort()),
    STOA_DATA: storage.dataFolder,
    ...(storage.url ? { DATABASE_URL: storage.url } : {}),
  }
  const settings = { ...environment, STOA_URL: `http://127.0.0.1:${environment.PORT}` }
  const { tokenName, postId } = await seed({ ...storage, comments: 0, reset: true })
  let server = await startStoa(settings)
  const { accessToken } = await member(server.url, { username: `writer_${Date.now() % 100_000}`, join: tokenName })
  const acknowledged = new Map<string, string>()
  const running = new Set<Promise<void>>()
  let upSince = Date.now()
  let writeCount = 0
  let again = 0

  async function write(): Promise<void> {
    const content = `comment ${writeCount++} ${randomUUID()}`
    const key = randomUUID()
    let refusal: unknown
    const began = Date.now()
    for (let pause = 100; Date.now() < Math.max(began, upSince) + GIVE_UP_MS; pause = Math.min(2000, pause * 2)) {
      try {
        const { commentId } = await post(settings.STOA_URL, 'commentCreate', {
          input: { tokenName, postId, content },
          token: accessToken,
          key,
        })
        acknowledged.set(content, commentId)
        return
      } catch (error) {
        if (refusal === undefined) again += 1
        // Only errors returned by the server count as faults; broken connections are expected.
        refusal = error
        if (error instanceof Error && /VALIDATION|FORBIDDEN|MISMATCH|NOT_FOUND|AUTH/.test(error.message)) throw error
        await sleep(pause * (0.5 + Math.random()))
      }
    }
    throw new Error(`a write was never acknowledged: ${content}`, { cause: refusal })
  }
  const timer = setInterval(() => {
    if (running.size >= WAITING_MAX) return
    const work: Promise<void> = write().finally(() => running.delete(work))
    running.add(work)
  }, 1000 / WRITES_PER_SECOND)

  return {
    server: () => server,
    async restart() {
      server = await startStoa(settings)
      upSince = Date.now()
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      await server.stop()
      return { acknowledged, writeCount, again }
    },
  }
}

async function verify(what: string, { storage, writers }: { storage: Storage; writers: Writers }): Promise<void> {
  const { acknowledged, writeCount, again } = await writers.stop()
  const database = openDatabase(storage)
  const rows: { id: string; content: string }[] = await database.read('comments').select('id', 'content')
  await database.close()
  const stored = new Map(rows.map(({ id, content }) => [id, content]))
  const lost = [...acknowledged].filter(([content, id]) => stored.get(id) !== content).length
  const twice = rows.length - new Set(stored.values()).size
  const check = stoaCheck({ STOA_DATA: storage.dataFolder, ...(storage.url ? { DATABASE_URL: storage.url } : {}) })
  if (!check.clean) console.log(check.output)
  const index = openDatabase(storage)
  const [words] = await index.read('search_terms').sum({ counted: 'docs' })
  const [postings] = await index.read('search_postings').count({ stored: '*' })
  await index.close()
  const miscounted = Math.abs(Number(words?.counted) - Number(postings?.stored))
  report([
    {
      what,
      value: `${writeCount} writes, ${acknowledged.size} acknowledged, ${again} of them interrupted and retried`,
      goal: 'all acknowledged, some interrupted',
      reached: writeCount === acknowledged.size && again > 0,
    },
    {
      what: '  acknowledged but missing under the returned id',
      value: String(lost),
      goal: '0',
      reached: lost === 0,
    },
    { what: '  stored twice', value: String(twice), goal: '0', reached: twice === 0 },
    { what: '  words of the index counted wrong', value: String(miscounted), goal: '0', reached: miscounted === 0 },
    { what: '  stoa check', value: check.clean ? 'clean' : 'differences', goal: 'clean', reached: check.clean },
  ])
}
