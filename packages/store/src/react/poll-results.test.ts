import type { PostSummary } from '@stoa/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive } from '../live/connection.ts'
import { loadPost } from '../load.ts'
import { start } from '../testing/start.ts'
import { awaitPollResults } from './poll-results.ts'

const CLOSES_AT = 100_000

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** A poll whose results open when it closes by the server's clock, which is `ahead` of the page's. */
async function startPoll({ ahead = 0, poll = {} }: { ahead?: number; poll?: Partial<PostSummary> } = {}) {
  const { server, stoa } = await start({ clock: () => Date.now() })
  const pollSettings = { closesAt: CLOSES_AT, results: 'afterClose', voters: 'public' } as const
  const post = server.addPost({ pollSettings, ...poll })
  const values = post.pollValues
  if (!('pollValues' in poll)) post.pollValues = null
  await loadPost(stoa, { idOrSlug: post.id })
  server.calls.length = 0
  /** Advances time; the server opens the results at its own closing time. */
  async function pass(ms: number): Promise<void> {
    const untilClosed = CLOSES_AT - ahead - Date.now()
    if (untilClosed > 0 && untilClosed <= ms) {
      await vi.advanceTimersByTimeAsync(untilClosed - 1)
      post.pollValues = values
      await vi.advanceTimersByTimeAsync(ms - untilClosed + 1)
    } else await vi.advanceTimersByTimeAsync(ms)
  }
  const results = () => stoa.state.getState().posts[post.id]?.pollValues
  return { server, stoa, post, values, pass, results }
}

test('the results are loaded when the poll closes, with one request', async () => {
  const { server, stoa, post, values, pass, results } = await startPoll()
  awaitPollResults(stoa, post.id)
  await pass(CLOSES_AT - 1)
  expect([server.calls, results()]).toEqual([[], null])
  await pass(1)
  expect(results()).toEqual(values)
  await pass(600_000)
  expect(server.calls.map(({ name }) => name)).toEqual(['postGet'])
})

test('a clock ahead of the server’s retries until the poll has closed there', async () => {
  const { stoa, post, values, pass, results } = await startPoll({ ahead: -9_000 })
  awaitPollResults(stoa, post.id)
  await pass(CLOSES_AT + 8_000)
  expect(results()).toBeNull()
  await pass(8_000)
  expect(results()).toEqual(values)
})

test.each([3_600_000, -3_600_000])(
  'a clock that is wrong by an hour doesn’t matter once the server has sent its time: %i',
  async (ahead) => {
    const { server, stoa, post, values, pass, results } = await startPoll({ ahead })
    vi.setSystemTime(CLOSES_AT - ahead - 5_000)
    Object.assign(stoa.options, { realtime: () => server.realtime })
    await createLive(stoa)
    server.tellTime(Date.now() + ahead)
    awaitPollResults(stoa, post.id)
    await pass(4_999)
    // The viewer's rights may have changed before the connection was open.
    expect(server.calls.filter(({ name }) => name !== 'me')).toEqual([])
    await pass(1)
    expect(results()).toEqual(values)
  },
)

test('a failed request is retried', async () => {
  const { server, stoa, post, values, pass, results } = await startPoll()
  awaitPollResults(stoa, post.id)
  await pass(CLOSES_AT - 1)
  server.outcomes.push({ up: 0, down: 0, refuse: 'NETWORK' }, { up: 0, down: 0, refuse: 'NETWORK' })
  await pass(10_000)
  expect(results()).toEqual(values)
})

test('makes no needless requests: visible results, no closing time, an unmounted poll', async () => {
  const always = await startPoll({ poll: { pollValues: [] } })
  awaitPollResults(always.stoa, always.post.id)
  await always.pass(200_000)
  expect(always.server.calls).toEqual([])
  vi.setSystemTime(0)
  const open = { closesAt: null, results: 'afterVote', voters: 'public' } as const
  const endless = await startPoll({ poll: { pollSettings: open } })
  awaitPollResults(endless.stoa, endless.post.id)
  await endless.pass(200_000)
  expect(endless.server.calls).toEqual([])
  vi.setSystemTime(0)
  const endedWatch = await startPoll()
  awaitPollResults(endedWatch.stoa, endedWatch.post.id)()
  await endedWatch.pass(200_000)
  expect(endedWatch.server.calls).toEqual([])
})
