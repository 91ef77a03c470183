import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../../server/src/platform/database/database.ts'
import { dataPath, readJson } from '../support/data-folder.ts'
import { openInProcess } from '../support/in-process.ts'
import { member, post } from '../support/member.ts'
import { milliseconds, ratio, report } from '../support/report.ts'
import { fillForSearch, type SearchRows } from '../support/search-rows.ts'
import { type RunningServer, startCeiling, startStoa } from '../support/server-process.ts'
import { createStorage, type Storage } from '../support/storage.ts'

/** How many are generated: `BENCH_POSTS=1000000 BENCH_COMMENTS=5000000` for the full size. */
const POSTS = Number(process.env.BENCH_POSTS ?? 100_000)
const COMMENTS = Number(process.env.BENCH_COMMENTS ?? POSTS * 3)
/** Folder of an embedded database that is filled once and kept. Default: a temporary one. */
const FOLDER = process.env.BENCH_FOLDER
/** Comments written per second meanwhile. */
const WRITES_PER_SECOND = Number(process.env.BENCH_WRITES ?? 50)
const CLIENTS = 16
const PAUSE_MS = 200
const SECONDS = 8
/** The embedded database's driver is synchronous: a statement delays all who search in its thread. */
const STATEMENT_MAX_MS = 50
const SEED = 20_260_501

/** Reading beside searches takes at most this much longer. */
const READING_MAX = 1.1

interface Times {
  p50: number
  p99: number
  count: number
  failed: number
}

type Ask = (url: string) => Promise<Response>

/** Times of requests by clients who pause between them. */
async function timesOf(url: string, ask: Ask): Promise<Times> {
  const times: number[] = []
  let failed = 0
  const until = performance.now() + SECONDS * 1000
  const client = async (number: number) => {
    await sleep((number * PAUSE_MS) / CLIENTS)
    while (performance.now() < until) {
      const start = performance.now()
      const response = await ask(url)
      await response.arrayBuffer()
      times.push(performance.now() - start)
      if (response.status !== 200) failed += 1
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), count: times.length, failed }
}

const search =
  (path: string, queryOf: () => object): Ask =>
  (url) =>
    fetch(`${url}/api/search/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ ...(path !== 'counts' && { limit: 20, count: false }), ...queryOf() }),
    })

const read =
  (postId: string): Ask =>
  (url) =>
    fetch(`${url}/api/comments?type=post&postId=${postId}&limit=20&cold=${Math.random()}`)

/** Writes comments until it is stopped. Returns how many were written, and how many refused. */
async function startWriting({ url }: RunningServer, { pairs, postId }: SearchRows) {
  const tokenName = 'BENCH'
  const { accessToken: token } = await member(url, { username: `writer_${Date.now() % 100_000}`, join: tokenName })
  const running = new Set<Promise<void>>()
  const done = { written: 0, refused: 0 }
  const words = () => Array.from({ length: 12 }, () => pairs[Math.floor(Math.random() * pairs.length)]).join(' ')
  const timer = setInterval(() => {
    const input = { tokenName, postId, content: `${words()} ${randomUUID()}` }
    const work: Promise<void> = post(url, 'commentCreate', { input, token })
      .then(
        () => void (done.written += 1),
        () => void (done.refused += 1),
      )
      .finally(() => running.delete(work))
    running.add(work)
  }, 1000 / WRITES_PER_SECOND)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
    return done
  }
}

/** The database that is searched, filled if it wasn't before. */
async function filled(folder: string): Promise<{ storage: Storage; rows: SearchRows }> {
  const kept = FOLDER === undefined ? null : join(FOLDER, 'rows.json')
  const storage = FOLDER === undefined ? await createStorage() : { url: null, dataFolder: FOLDER, drop: async () => {} }
  if (kept !== null && existsSync(kept)) return { storage, rows: readJson(kept) as SearchRows }
  let state = SEED
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 4_294_967_296
  }
  const began = performance.now()
  const rows = await fillForSearch(storage, { folder, posts: POSTS, comments: COMMENTS, random })
  console.log(`${POSTS} posts, ${COMMENTS} comments: ${Math.round((performance.now() - began) / 1000)} s`)
  if (kept !== null) {
    mkdirSync(storage.dataFolder, { recursive: true })
    writeFileSync(kept, JSON.stringify(rows))
  }
  return { storage, rows }
}

/** What is asked, with the ceilings of p50 and p99 in ms. */
function questions({ pairs, common, phrase }: SearchRows) {
  let next = 0
  const pair = () => pairs[(next += 1) % pairs.length] ?? ''
  const [first = '', second = ''] = common
  const goal = { p50: 30, p99: 150 }
  return [
    { what: 'two words, newest posts', ask: search('posts', () => ({ query: pair(), sort: 'new' })), goal },
    { what: 'two words, best posts', ask: search('posts', () => ({ query: pair() })), goal },
    { what: 'two words, best comments', ask: search('comments', () => ({ query: pair() })), goal },
    { what: 'counts of two words', ask: search('counts', () => ({ query: pair() })), goal },
    {
      what: 'two words, newest posts with their number',
      ask: search('posts', () => ({ query: pair(), sort: 'new', count: true })),
      goal,
    },
    { what: 'the two commonest words', ask: search('posts', () => ({ query: `${first} ${second}` })), goal },
    {
      what: 'a pair of words in a small community',
      ask: search('comments', () => ({ query: pair(), tokenName: 'SMALL' })),
      goal,
    },
    { what: 'a phrase of common words', ask: search('posts', () => ({ query: `"${phrase}"` })), goal },
    {
      what: 'a phrase that no text has',
      ask: search('posts', () => ({ query: `"${second} ${first} ${second}"` })),
      goal,
    },
    { what: 'a common word without another', ask: search('posts', () => ({ query: `${first} -${second}` })), goal },
    {
      what: 'suggestions',
      ask: ((url: string) =>
        fetch(`${url}/api/search/suggestions?query=${encodeURIComponent(pair().slice(0, 3 + (next % 6)))}`)) as Ask,
      goal: { p50: 30, p99: 50 },
    },
  ]
}

/**
 * Searches by 16 clients who pause 200 ms, while comments are written, beside a server that only says hello; and the
 * longest statement.
 */
export async function run(): Promise<void> {
  const folder = dataPath('forum-threads')
  if (folder === null) return
  const { storage, rows } = await filled(folder)
  console.log(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  )
  const figures: Parameters<typeof report>[0] = []
  const figure = (what: string, { p50, p99, failed }: Times, goal?: { p50: number; p99: number }) =>
    figures.push({
      what,
      value: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}${failed > 0 ? `, ${failed} FAILED` : ''}`,
      ...(goal && {
        goal: `< ${goal.p50} ms, < ${goal.p99} ms`,
        reached: p50 < goal.p50 && p99 < goal.p99 && failed === 0,
      }),
    })

  const slow = await slowestStatements(storage, rows)
  for (const { what, ms, sql } of slow) {
    const text = `${milliseconds(ms)}${ms > STATEMENT_MAX_MS ? ` ${sql}` : ''}`
    const isBound = storage.url ? {} : { goal: `<= ${STATEMENT_MAX_MS} ms`, reached: ms <= STATEMENT_MAX_MS }
    figures.push({ what: `longest statement: ${what}`, value: text, ...isBound })
  }

  const express = await startCeiling('express')
  figure('ceiling: Express hello world', await timesOf(express.url, (url) => fetch(url)))
  await express.stop()
  const server = await startStoa({
    STOA_DATA: storage.dataFolder,
    ...(storage.url ? { STOA_DATABASE_URL: storage.url } : {}),
  })
  const [{ ask } = { ask: read(rows.postId) }] = questions(rows)
  await timesOf(server.url, ask)
  for (const question of questions(rows).slice(0, 4)) {
    const before = server.cpuMs()
    const { count } = await timesOf(server.url, question.ask)
    const each = milliseconds((server.cpuMs() - before) / count)
    figures.push({ what: `processor time: ${question.what}`, value: each })
  }
  const stopWriting = WRITES_PER_SECOND > 0 ? await startWriting(server, rows) : null
  for (const question of questions(rows)) figure(question.what, await timesOf(server.url, question.ask), question.goal)
  const alone = await timesOf(server.url, read(rows.postId))
  const [beside] = await Promise.all([timesOf(server.url, read(rows.postId)), timesOf(server.url, ask)])
  const slower = beside.p50 / alone.p50
  figure('reading a thread, alone', alone)
  figure('reading a thread beside searches', beside)
  figures.push({
    what: '  times as long',
    value: ratio(slower),
    goal: `<= ${READING_MAX}`,
    reached: slower <= READING_MAX,
  })
  const writes = await stopWriting?.()
  if (writes) {
    figures.push({
      what: `writes meanwhile, ${WRITES_PER_SECOND} per second`,
      value: `${writes.written}, ${writes.refused} refused`,
      goal: '0 refused',
      reached: writes.refused === 0,
    })
  }
  figures.push({
    what: 'load average',
    value: loadavg()
      .map((load) => load.toFixed(1))
      .join(', '),
  })
  await server.stop()
  await storage.drop()
  report(figures)
}

/** Calls `done` with the milliseconds of each statement of a connection. */
function timeStatements(connection: Connection, done: (ms: number, sql: string) => void): void {
  const started = new Map<string, number>()
  connection.on('query', ({ __knexQueryUid: id }: { __knexQueryUid: string }) => started.set(id, performance.now()))
  connection.on(
    'query-response',
    (_: unknown, { __knexQueryUid: id, sql }: { __knexQueryUid: string; sql: string }) => {
      done(performance.now() - (started.get(id) ?? Number.POSITIVE_INFINITY), sql)
      started.delete(id)
    },
  )
}

/** The longest statement of each question. */
async function slowestStatements(storage: Storage, rows: SearchRows) {
  const { app, database, close } = await openInProcess(storage)
  let longest = { ms: 0, sql: '' }
  timeStatements(database.read, (ms, sql) => {
    if (ms > longest.ms) longest = { ms, sql }
  })
  const { pairs, common, phrase } = rows
  const [first = '', second = ''] = common
  const queries = {
    'two words': pairs.slice(0, 60),
    'common words': [`${first} ${second}`, `${first} -${second}`, first, `${first} zzzz`],
    phrases: [`"${phrase}"`, `"${second} ${first} ${second}"`, `"${first} ${second}" -"${phrase}"`],
    filters: [
      `from:bench_1 ${first}`,
      `has:poll ${first}`,
      'from:bench_1',
      'before:2024-01-05',
      `before:2024-02-01 ${first}`,
    ],
    'many words': [
      common.slice(0, 20).join(' '),
      common
        .slice(0, 20)
        .map((word) => `-${word}`)
        .join(' ') + ` ${first}`,
    ],
    'wrong words': ['wikipedai', 'discusion', 'patchs'],
  }
  const slowest: ({ what: string } & typeof longest)[] = []
  for (const [what, some] of Object.entries(queries)) {
    longest = { ms: 0, sql: '' }
    for (const query of some) {
      for (const tokenName of [undefined, 'SMALL']) {
        const scope = tokenName ? { tokenName } : {}
        for (const sort of ['new', 'relevance'] as const) {
          await app.callLocally('searchPosts', { query, sort, ...scope })
          await app.callLocally('searchComments', { query, sort, ...scope })
        }
        await app.callLocally('searchCounts', { query, ...scope })
        await app.callLocally('searchSuggestions', { query, ...scope })
      }
    }
    slowest.push({ what, ...longest })
  }
  await close()
  return slowest
}
