import { median } from '../support/load.ts'
import { fresh, type Place } from '../support/places.ts'
import { countQueries } from '../support/queries.ts'
import { milliseconds, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { type RunningServer, startStoa } from '../support/server-process.ts'

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
  const places = [await fresh(), await fresh()] as const
  try {
    await compare(await prepare(SMALL, places[0]), await prepare(LARGE, places[1]))
  } finally {
    for (const place of places) await place.drop()
  }
}

async function compare(small: Prepared, large: Prepared): Promise<void> {
  for (const page of PAGES) {
    const times = await inTurns(page, { small, large })
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

async function prepare(comments: number, place: Place): Promise<Prepared> {
  const began = performance.now()
  const { postId, commentIds } = await seed({ ...place, comments })
  console.log(`wrote ${comments} comments in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const half = commentIds[commentIds.length / 2] ?? ''
  const server = await startStoa({ STOA_DATA: place.dataFolder, ...(place.url ? { DATABASE_URL: place.url } : {}) })
  const permalink = `/api/comments/${half}`
  // The cursor of the page around a comment in the middle leads to a deep page.
  const { cursor } = (await json(server.url + permalink)).payload.around
  const thread = `/api/comments?type=post&postId=${postId}&limit=20&sort=top`
  const input = { type: 'post', postId, limit: 20, sort: 'top' } as const
  const queries = await countQueries(place, {
    first: (call) => call('commentList', input),
    deep: (call) => call('commentList', { ...input, cursor }),
    permalink: (call) => call('commentGet', { commentId: half }),
  })
  return { server, queries, paths: { first: thread, deep: `${thread}&cursor=${cursor}`, permalink } }
}

/** Alternates between both servers, so that other load on the machine affects both alike. */
async function inTurns(page: Page, sides: Record<'small' | 'large', Prepared>) {
  const times = { small: [] as number[], large: [] as number[] }
  for (let count = -WARM_UP; count < READS; count += 1) {
    for (const side of ['small', 'large'] as const) {
      const { server, paths } = sides[side]
      // The call ignores an unknown parameter, but no cache has seen this address.
      const address = `${server.url}${paths[page]}${paths[page].includes('?') ? '&' : '?'}cold=${count}`
      const began = performance.now()
      await json(address)
      if (count >= 0) times[side].push(performance.now() - began)
    }
  }
  return { small: median(times.small), large: median(times.large) }
}

interface Permalink {
  payload: { around: { cursor: string } }
}

async function json(url: string): Promise<Permalink> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Permalink
}
