import { median, timeEach } from '../support/load.ts'
import { milliseconds, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'

const SIZES = [1_000, 1_000_000]
const READS = 200
const WARM_UP = 50

/** Uncached latency of first page, deep page and permalink in a thread of a thousand and of a million comments. */
export async function run(): Promise<void> {
  const [small, large] = [await measure(SIZES[0] ?? 0), await measure(SIZES[1] ?? 0)]
  report(
    (['first', 'deep', 'permalink'] as const).map((page) => {
      const growth = large[page] / small[page] - 1
      return {
        what: `${page} page, ${SIZES.join(' → ')} comments`,
        value: `${milliseconds(small[page])} → ${milliseconds(large[page])} (${(growth * 100).toFixed(0)} %)`,
        goal: 'grows < 20 %',
        reached: growth < 0.2,
      }
    }),
  )
}

async function measure(comments: number): Promise<{ first: number; deep: number; permalink: number }> {
  const dataFolder = temporaryFolder()
  const seeded = await seed({ url: null, dataFolder, comments })
  const server = await startStoa({ STOA_DATA: dataFolder })
  const thread = `${server.url}/api/comments?type=post&postId=${seeded.postId}&limit=20&sort=top`
  const half = seeded.commentIds[Math.floor(seeded.commentIds.length / 2)]
  const permalink = `${server.url}/api/comments/${half}`
  // The page around a comment in the middle ends where a deep page begins.
  const { cursor } = (await json(permalink)).payload.around
  let count = 0
  const time = async (address: string) => {
    const cold = () => json(`${address}${address.includes('?') ? '&' : '?'}cold=${count++}`)
    await timeEach(WARM_UP, cold)
    return median(await timeEach(READS, cold))
  }
  const times = {
    first: await time(thread),
    deep: await time(`${thread}&cursor=${cursor}`),
    permalink: await time(permalink),
  }
  await server.stop()
  return times
}

interface Permalink {
  payload: { around: { cursor: string } }
}

async function json(url: string): Promise<Permalink> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Permalink
}
