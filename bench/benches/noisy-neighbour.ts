import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../support/load.ts'
import { milliseconds, ratio, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'

const SECONDS = 15
/** Pause between two reads: of a page whose cache has expired, and of a cached list. */
const PAGE_EVERY_MS = 1100
const LIST_EVERY_MS = 25
const AT_ONCE = 8
const POSTS = 60
/** Two loopback addresses, so that the server sees two networks. */
const READER = '127.0.0.1'
const BUSY_VISITOR = '127.0.0.2'

const SORTS = ['new', 'top', 'hot', 'active']
const SINCE = ['all', 'today', 'week', 'month']

/** Address of a page of the community's feed; the first 100 indexes give 100 different pages. */
function pageOf(index: number): string {
  const pages = 1 + (Math.floor(index / (SORTS.length * SINCE.length)) % 8)
  const since = SINCE[Math.floor(index / SORTS.length) % SINCE.length]
  return `/bbs/BENCH?sort=${SORTS[index % SORTS.length]}&since=${since}&pages=${pages}`
}

interface TimedResponse {
  status: number
  ms: number
}

function read(url: string, localAddress: string): Promise<TimedResponse> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { localAddress }, (response) => {
      response
        .resume()
        .once('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - start }))
        .once('error', reject)
    }).once('error', reject)
  })
}

interface Times {
  pages: number[]
  lists: number[]
  failed: number
}

/** Reads a page and a list in turns, at a person's pace. */
async function readRegularly(url: string): Promise<Times> {
  const times: Times = { pages: [], lists: [], failed: 0 }
  const until = performance.now() + SECONDS * 1000
  const every = async (ms: number, path: () => string, into: number[]) => {
    while (performance.now() < until) {
      const response = await read(url + path(), READER)
      into.push(response.ms)
      if (response.status !== 200) times.failed += 1
      await sleep(ms)
    }
  }
  await Promise.all([
    every(PAGE_EVERY_MS, () => '/bbs/BENCH', times.pages),
    every(LIST_EVERY_MS, () => '/api/posts?tokenName=BENCH', times.lists),
  ])
  return times
}

/** Requests 100 pages over and over, as fast as possible, until `work` is done; counts the responses by status. */
async function loadWhile<Result>(url: string, work: () => Promise<Result>) {
  const counts = new Map<number, number>()
  let isOver = false
  let index = 0
  const run = async () => {
    while (!isOver) {
      const { status } = await read(url + pageOf((index += 1) % 100), BUSY_VISITOR)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  const running = Array.from({ length: AT_ONCE }, run)
  const result = await work()
  isOver = true
  await Promise.all(running)
  return { result, counts }
}

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/**
 * One visitor requests 100 pages as fast as possible while another one reads: with and without the rendering budget.
 */
export async function run(): Promise<void> {
  const figures: Parameters<typeof report>[0] = []
  for (const [name, scale] of [
    ['without a budget', '1000000'],
    ['with it', '1'],
  ] as const) {
    const dataFolder = temporaryFolder()
    await seed({ url: null, dataFolder, comments: 20, posts: POSTS })
    const server = await startStoa({ STOA_DATA: dataFolder, STOA_RATE_SCALE: scale })
    await readRegularly(server.url)
    const alone = await readRegularly(server.url)
    const { result: loaded, counts } = await loadWhile(server.url, () => readRegularly(server.url))
    await server.stop()
    for (const [what, kind] of [
      ['page', 'pages'],
      ['list from memory', 'lists'],
    ] as const) {
      const [before, after] = [alone[kind], loaded[kind]]
      const times = (part: number) =>
        `${milliseconds(percentile(before, part))} alone, ${milliseconds(percentile(after, part))} under load`
      const slower = median(after) / median(before)
      figures.push({
        what: `${name}: ${what}, p50`,
        value: `${times(0.5)}: ${ratio(slower)}`,
        ...(scale === '1' ? { goal: '<= 2 ×', reached: slower <= 2 } : {}),
      })
      figures.push({ what: `${name}: ${what}, p99`, value: times(0.99) })
    }
    const served = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
    figures.push({ what: `${name}: responses to the busy visitor`, value: served })
    figures.push({
      what: `${name}: failed reads`,
      value: String(alone.failed + loaded.failed),
      goal: '0',
      reached: alone.failed + loaded.failed === 0,
    })
  }
  report(figures)
}
