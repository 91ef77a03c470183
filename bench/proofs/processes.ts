import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { durableMariadb, redis } from '../support/databases.ts'
import { openInProcess } from '../support/in-process.ts'
import { createSteadyClient } from '../support/keep-alive-client.ts'
import { type LiveReader, openLiveReader } from '../support/live-reader.ts'
import { median } from '../support/load.ts'
import { post } from '../support/member.ts'
import { milliseconds, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { type RunningServer, startStoa, temporaryFolder } from '../support/server-process.ts'
import { stoaCheck } from '../support/stoa-check.ts'
import { readWholeThread } from '../support/whole-thread.ts'

const CLIENTS = 16
const COMMENTS_EACH = 20
const STOPS = 3
const BEFORE_STOP_MS = 2000
/** Short enough for missed events to be replayed rather than reported as a gap. */
const PAUSE_MS = 80
const ARRIVES_WITHIN_MS = 5000
/** Sign-ins of one address, more than the limit of servers with `FEW`. */
const TRIES = 40
const FEW = '0.01'

interface Setup {
  servers: RunningServer[]
  tokens: string[]
  tokenName: string
  postId: string
}

/**
 * Two processes on one MariaDB and a Redis with the settings of the manual: comments at one are received at both, stopping
 * one fails no request, and both count what is limited together.
 */
export async function run(): Promise<void> {
  const [mariadb, cache] = [await durableMariadb(), await redis()]
  const dataFolder = temporaryFolder()
  const { tokenName, postId } = await seed({ url: mariadb.url, dataFolder, comments: 0 })
  const stoa = await openInProcess({ url: mariadb.url, dataFolder })
  const tokens: string[] = []
  for (let index = 0; index < CLIENTS; index += 1) {
    tokens.push((await stoa.member({ username: `speaker_${index}`, join: tokenName })).token)
  }
  await stoa.close()
  const environment = { STOA_DATA: dataFolder, DATABASE_URL: mariadb.url, REDIS_URL: cache.url }
  const start = (port?: string) =>
    startStoa({ ...environment, ...(port ? { PORT: port, STOA_URL: `http://127.0.0.1:${port}` } : {}) })
  const setup: Setup = { servers: [await start(), await start()], tokens, tokenName, postId }

  await proveLive(setup)
  await proveStopping(setup, start)
  for (const server of setup.servers) await server.stop()
  await proveLimits(() => startStoa({ ...environment, STOA_RATE_SCALE: FEW }))
  const check = stoaCheck({ STOA_DATA: dataFolder, DATABASE_URL: mariadb.url })
  if (!check.clean) console.log(check.output)
  report([{ what: 'stoa check', value: check.clean ? 'clean' : 'differences', goal: 'clean', reached: check.clean }])
  await mariadb.stop()
  await cache.stop()
}

async function proveLive({ servers, tokens, tokenName, postId }: Setup): Promise<void> {
  const readers = await Promise.all(servers.map(({ url }) => openLiveReader([url], postId)))
  const times: number[] = []
  let missed = 0
  for (let index = 0; index < COMMENTS_EACH * servers.length; index += 1) {
    const content = `written at process ${index % servers.length}, number ${index}`
    const began = performance.now()
    const url = servers[index % servers.length]?.url ?? ''
    await post(url, 'commentCreate', { input: { tokenName, postId, content }, token: tokens[0] ?? '' })
    for (const reader of readers) {
      if (await receives(reader, content)) times.push((reader.arrived.get(content) ?? 0) - began)
      else missed += 1
    }
  }
  for (const reader of readers) reader.close()
  report([
    {
      what: `${COMMENTS_EACH} comments at each of two processes, received at both`,
      value: `${times.length} arrived after ${milliseconds(median(times))} (longest ${milliseconds(Math.max(...times))}), ${missed} missed`,
      goal: '0 missed',
      reached: missed === 0,
    },
  ])
}

/** What is limited at one process is limited at the other. */
async function proveLimits(start: () => Promise<RunningServer>): Promise<void> {
  const [one, other] = [await start(), await start()]
  const statuses: number[] = []
  for (let count = 0; count < TRIES && statuses.at(-1) !== 429; count += 1) statuses.push(await signIn(one.url))
  const there = await signIn(other.url)
  await Promise.all([one.stop(), other.stop()])
  report([
    {
      what: 'rate limit reached at one process',
      value: `after ${statuses.length - 1} sign-ins; then ${there} at the other`,
      goal: '429 at both',
      reached: statuses.at(-1) === 429 && there === 429,
    },
  ])
}

/** Status of a sign-in with a wrong password. */
async function signIn(url: string): Promise<number> {
  const body = JSON.stringify({ login: 'nobody', password: 'Wrong-Passw0rd' })
  const headers = { 'content-type': 'application/json', origin: url }
  return (await fetch(`${url}/api/auth/signIn`, { method: 'POST', headers, body })).status
}

async function receives(reader: LiveReader, content: string): Promise<boolean> {
  for (const until = Date.now() + ARRIVES_WITHIN_MS; Date.now() < until; await sleep(2)) {
    if (reader.arrived.has(content)) return true
  }
  return false
}

async function proveStopping(setup: Setup, start: (port: string) => Promise<RunningServer>): Promise<void> {
  const { servers, postId } = setup
  const urls = servers.map(({ url }) => url)
  const turned = [...urls].reverse()
  const readers = await Promise.all([openLiveReader(urls, postId), openLiveReader(turned, postId)])
  const load = startLoad(setup, urls)
  const stopTimes: number[] = []
  for (let stop = 0; stop < STOPS; stop += 1) {
    await sleep(BEFORE_STOP_MS)
    const index = stop % servers.length
    const began = performance.now()
    await servers[index]?.stop('SIGTERM')
    stopTimes.push(performance.now() - began)
    await sleep(BEFORE_STOP_MS / 2)
    servers[index] = await start(new URL(urls[index] ?? '').port)
  }
  await sleep(BEFORE_STOP_MS)
  const { requestCount, moves, failures, acknowledged } = await load.stop()
  await sleep(ARRIVES_WITHIN_MS / 2)
  for (const reader of readers) reader.close()

  const { comments } = await readWholeThread(urls[0] ?? '', { postId, sort: 'old', limit: 100 })
  const stored = new Map<string, number>()
  for (const { content } of comments) stored.set(content ?? '', (stored.get(content ?? '') ?? 0) + 1)
  const cutOff = sum(readers, (reader) => reader.connections() - 1)
  for (const failure of failures.slice(0, 10)) console.log(`  ${failure}`)
  report([
    {
      what: `${STOPS} × SIGTERM under ${CLIENTS} clients`,
      value: `${requestCount} requests, ${failures.length} failed; clients switched process ${moves} times`,
      goal: '0 failed',
      reached: failures.length === 0 && moves > 0,
    },
    {
      what: '  longest stop',
      value: milliseconds(Math.max(...stopTimes)),
      goal: '< 5 s',
      reached: Math.max(...stopTimes) < 5000,
    },
    none('  acknowledged comments lost', acknowledged.filter((text) => !stored.has(text)).length),
    none('  comments stored twice', [...stored.values()].filter((times) => times > 1).length),
    {
      what: '  times a reader was disconnected',
      value: `${cutOff} (${sum(readers, (reader) => reader.gaps())} gaps)`,
      goal: '> 0',
      reached: cutOff > 0,
    },
    none(
      '  comments that such a reader never received',
      sum(readers, ({ arrived }) => acknowledged.filter((text) => !arrived.has(text)).length),
    ),
  ])
}

interface LoadOutcome {
  requestCount: number
  moves: number
  failures: string[]
  /** Texts of acknowledged comments. */
  acknowledged: string[]
}

/** Clients that read and write, half of them at each process. */
function startLoad({ tokens, tokenName, postId }: Setup, urls: string[]): { stop(): Promise<LoadOutcome> } {
  const outcome: LoadOutcome = { requestCount: 0, moves: 0, failures: [], acknowledged: [] }
  let isRunning = true
  async function work(token: string, index: number): Promise<void> {
    const client = createSteadyClient(index % 2 === 0 ? urls : [...urls].reverse())
    const authorization = { authorization: `Bearer ${token}` }
    for (let turn = 0; isRunning; turn += 1) {
      const content = `client ${index} turn ${turn}`
      const request = [
        { method: 'GET' as const, path: `/api/comments?type=post&postId=${postId}&sort=new` },
        { method: 'GET' as const, path: '/api/me', headers: authorization },
        {
          method: 'POST' as const,
          path: '/api/comment/create',
          headers: { ...authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
          body: JSON.stringify({ tokenName, postId, content }),
        },
      ][turn % 3]
      if (!request) return
      outcome.requestCount += 1
      try {
        const { status, text } = await client.send(request)
        if (status !== 200) outcome.failures.push(`${status} for ${request.path}: ${text.slice(0, 200)}`)
        else if (request.method === 'POST') outcome.acknowledged.push(content)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        outcome.failures.push(`${request.method} ${request.path}: ${code ?? ''} ${message}`)
      }
      await sleep(Math.random() * PAUSE_MS)
    }
    outcome.moves += client.moves()
    client.close()
  }
  const running = tokens.map(work)
  return {
    async stop() {
      isRunning = false
      await Promise.all(running)
      return outcome
    },
  }
}

function sum(readers: LiveReader[], numberOf: (reader: LiveReader) => number): number {
  return readers.reduce((total, reader) => total + numberOf(reader), 0)
}

function none(what: string, count: number) {
  return { what, value: String(count), goal: '0', reached: count === 0 }
}
