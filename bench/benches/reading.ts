import { type LoadResult, load, median } from '../support/load.ts'
import { member, post } from '../support/member.ts'
import { milliseconds, ratio, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'

const CONNECTIONS = 16
const COMMENTS = 20_000
const POSTS = 200
const SECONDS = 4
/** Each round measures both readers, in alternating order, so that drifts of the machine cancel out. */
const ROUNDS = 4
const GOAL = 0.95

/**
 * What reading positions cost: the calls of a post's page and of a feed, by a member who has opened everything, compared
 * with one who has opened nothing, in the same run.
 */
export async function run(): Promise<void> {
  const dataFolder = temporaryFolder()
  const { postId, tokenName } = await seed({ url: null, dataFolder, comments: COMMENTS, posts: POSTS })
  const server = await startStoa({ STOA_DATA: dataFolder })
  const { url } = server
  const feed = `/api/posts?type=community&tokenName=${tokenName}&sort=new&limit=20`
  const page = [`/api/posts/${postId}`, `/api/comments?type=post&postId=${postId}&limit=20`]
  const without = await member(url, { username: 'bench_without', join: tokenName })
  const withPositions = await member(url, { username: 'bench_with', join: tokenName })
  await openAll(withPositions.accessToken)

  const figures = []
  for (const { what, paths } of [
    { what: 'a post’s page', paths: page },
    { what: 'a feed’s page', paths: [feed] },
  ]) {
    const rounds: { plain: LoadResult; marked: LoadResult }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const isFirst = round % 2 === 0
      const first = await readAs(isFirst ? without.accessToken : withPositions.accessToken, paths)
      const second = await readAs(isFirst ? withPositions.accessToken : without.accessToken, paths)
      rounds.push(isFirst ? { plain: first, marked: second } : { plain: second, marked: first })
    }
    const share = median(rounds.map(({ plain, marked }) => marked.perSecond / plain.perSecond))
    const failed = rounds.reduce((sum, { plain, marked }) => sum + plain.failed + marked.failed, 0)
    const p99 = (kind: 'plain' | 'marked') => milliseconds(median(rounds.map((round) => round[kind].p99)))
    figures.push({
      what: `${what}, with reading positions`,
      value: `${ratio(share)} without, p99 ${p99('marked')} against ${p99('plain')}${failed > 0 ? `, ${failed} FAILED` : ''}`,
      goal: `>= ${GOAL} ×`,
      reached: share >= GOAL && failed === 0,
    })
  }
  await server.stop()
  report(figures)

  /** Opens every post up to its newest comment. */
  async function openAll(token: string): Promise<void> {
    const response = await fetch(`${url}${feed.replace('limit=20', 'limit=100')}`)
    const { payload } = (await response.json()) as { payload: { items: { id: string }[] } }
    for (const id of new Set([postId, ...payload.items.map((item) => item.id)])) {
      await post(url, 'postRead', { input: { postId: id, until: Date.now() }, token })
    }
  }

  function readAs(token: string, paths: readonly string[]): Promise<LoadResult> {
    let turn = 0
    const headers = { authorization: `Bearer ${token}` }
    const request = () => ({ path: paths[(turn += 1) % paths.length] ?? '' })
    return load({ url, connections: CONNECTIONS, seconds: SECONDS, headers, request })
  }
}
