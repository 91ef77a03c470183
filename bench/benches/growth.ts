import { median } from '../support/load.ts'
import { countQueries } from '../support/queries.ts'
import { milliseconds, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { type RunningServer, startStoa } from '../support/server-process.ts'
import { createStorage, type Storage } from '../support/storage.ts'

const SMALL = 1_000
const LARGE = 1_000_000
const READS = 300
const WARM_UP = 300
const PAGES = ['first', 'deep', 'permalink'] as const
type Page = (typeof PAGES)[number]

/**
 * Uncached latency and number of queries for the first page, a deep page and a permalink, in threads of 1,000 and of
 * 1,000,000 comments. Runs on SQLite, or in new databases on the MySQL or MariaDB at `DATABASE_URL`.
 */
export async function run(): Promise<void> {
  const storages = [await createStorage(), await createStorage()] as const
  try {
    await compare(await prepare(SMALL, storages[0]), await prepare(LARGE, storages[1]))
  } finally {
    for (const storage of storages) await storage.drop()
  }
}

async function compare(small: Prepared, large: Prepared): Promise<void> {
  for (const page of PAGES) {
    const times = await readAlternately(page, { small, large })
    const growth = times.large / times.small - 1
    const queries = [small.queries[page], large.queries[page]]
    report([
      {
        what: `${page} page, ${SMALL} → ${LARGE} comments`,
        value: `${milliseconds(times.small)} → ${milliseconds(times.large)} (${(growth * 100).toFixed(0)} %)`,
        goal: 'grows < 20 %',
        reached: growth < 0.2,
      },
      { what: '… queries', value: queries.join(' → '), goal: 'the same', reached: queries[0] === queries[1] },
    ])
  }
  for (const { server } of [small, large]) await server.stop()
}

interface Prepared {
  server: RunningServer
  paths: Record<Page, string>
  queries: Record<Page, number>
}

async function prepare(comments: number, storage: Storage): Promise<Prepared> {
  const start = performance.now()
  const { postId, commentIds } = await seed({ ...storage, comments })
  console.log(`wrote ${comments} comments in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  const half = commentIds[commentIds.length / 2] ?? ''
  const server = await startStoa({
    STOA_DATA: storage.dataFolder,
    ...(storage.url ? { DATABASE_URL: storage.url } : {}),
  })
  const permalink = `/api/comments/${half}`
  // The cursor of the page around a comment in the middle leads to a deep page.
  const { cursor } = (await json(server.url + permalink)).payload.around
  const thread = `/api/comments?type=post&postId=${postId}&limit=20&sort=top`
  const input = { type: 'post', postId, limit: 20, sort: 'top' } as const
  const queries = await countQueries(storage, {
    first: (call) => call('commentList', input),
    deep: (call) => call('commentList', { ...input, cursor }),
    permalink: (call) => call('commentGet', { commentId: half }),
  })
  return { server, queries, paths: { first: thread, deep: `${thread}&cursor=${cursor}`, permalink } }
}

/** Alternates between both servers, so that other load on the machine affects both alike. */
async function readAlternately(page: Page, sides: Record<'small' | 'large', Prepared>) {
  const times = { small: [] as number[], large: [] as number[] }
  for (let count = -WARM_UP; count < READS; count += 1) {
    for (const side of ['small', 'large'] as const) {
      const { server, paths } = sides[side]
      // The call ignores an unknown parameter, but no cache has seen this address.
      const address = `${server.url}${paths[page]}${paths[page].includes('?') ? '&' : '?'}cold=${count}`
      const start = performance.now()
      await json(address)
      if (count >= 0) times[side].push(performance.now() - start)
    }
  }
  return { small: median(times.small), large: median(times.large) }
}

interface Permalink {
  payload: { around: { cursor: string } }
}

async function json(url: string): Promise<Permalink> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Permalink
}
