import { exampleId } from '@stoa/contract/fixtures'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { putEntities } from '../cache.ts'
import { createLive } from '../live/connection.ts'
import { loadPost } from '../load.ts'
import type { Stoa } from '../stoa.ts'
import type { FakeServer } from '../testing/fake-server.ts'
import { start } from '../testing/start.ts'
import { join, react, vote } from './index.ts'

const RUNS = 150
const OTHER = exampleId(2, 'u')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const fate = fc.record({
  up: fc.integer({ min: 0, max: 50 }),
  down: fc.integer({ min: 0, max: 50 }),
  isRefused: fc.boolean(),
})
const step = fc.oneof(
  fc.record({ do: fc.constant('react' as const), name: fc.constantFrom('thumb-up' as const, 'thumb-down' as const) }),
  fc.record({ do: fc.constant('vote' as const), option: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 80 }) }),
)
const doings = fc.array(fc.record({ step, fate }), { maxLength: 25 })
const others = fc.oneof(
  fc.record({
    do: fc.constant('other reacts' as const),
    name: fc.constantFrom('thumb-up' as const, 'thumb-down' as const, '' as const),
  }),
  fc.record({ do: fc.constant('other votes' as const), option: fc.integer({ min: -1, max: 2 }) }),
  fc.record({ do: fc.constant('reload' as const), fate }),
)

async function startOnPost() {
  const { server, stoa } = await start()
  const { id } = server.addPost()
  await loadPost(stoa, { idOrSlug: id })
  return { server, stoa, id }
}

function wish(stoa: Stoa, server: FakeServer, { id, ...doing }: { id: string } & Doing): Promise<unknown> | undefined {
  const { up, down, isRefused } = doing.fate
  const outcome = { up, down, ...(isRefused ? { refuse: 'RATE_LIMITED' as const } : {}) }
  const quiet = (work: Promise<unknown>) => work.catch(() => {})
  if (doing.step.do === 'wait') return
  server.outcomes.push(outcome)
  if (doing.step.do === 'react') {
    return quiet(react(stoa, { entityType: 'Post', entityId: id, reactionName: doing.step.name }))
  }
  return quiet(vote(stoa, { postId: id, optionIndex: doing.step.option }))
}

type Doing = typeof doings extends fc.Arbitrary<(infer Item)[]> ? Item : never

/** What the store shows of the post. */
function clientState(stoa: Stoa, id: string) {
  const { posts, reactions, votes } = stoa.state.getState()
  const post = posts[id]
  return {
    counts: post?.reactionsCount,
    poll: post?.pollValues?.map(({ count }) => count),
    voters: post?.pollTotalVoters,
    reaction: reactions[id],
    vote: votes[id],
  }
}

/** What the server has of it. */
function serverState(server: FakeServer, id: string) {
  const post = server.posts.get(id)
  const me = server.viewer?.id
  return {
    counts: post?.reactionsCount,
    poll: post?.pollValues?.map(({ count }) => count),
    voters: post?.pollTotalVoters,
    reaction: server.reactions.get(`${me} ${id}`),
    vote: server.votes.get(`${me} ${id}`),
  }
}

/** Counts are exact if, without the viewer's own choice, they equal the others' choices. */
function expectExactCounts(stoa: Stoa, id: string): void {
  const { counts, poll, voters, reaction, vote: mine } = clientState(stoa, id)
  expect(counts).toEqual({
    'thumb-up': Number(reaction === 'thumb-up'),
    'thumb-down': Number(reaction === 'thumb-down'),
  })
  expect(poll).toEqual([0, 1, 2].map((option) => Number(option === mine)))
  expect(voters).toBe(Number(mine !== undefined))
}

describe('any sequence of reactions and votes, in any order of success and refusal', () => {
  test('shows exact counts at every moment, and the server’s in the end', async () => {
    await fc.assert(
      fc.asyncProperty(doings, async (sequence) => {
        const { server, stoa, id } = await startOnPost()
        const unsubscribe = stoa.state.subscribe(() => expectExactCounts(stoa, id))
        for (const doing of sequence) {
          void wish(stoa, server, { id, ...doing })
          expectExactCounts(stoa, id)
          if (doing.step.do === 'wait') await vi.advanceTimersByTimeAsync(doing.step.ms)
        }
        await vi.runAllTimersAsync()
        unsubscribe()
        expect(clientState(stoa, id)).toEqual(serverState(server, id))
      }),
      { numRuns: RUNS },
    )
  })

  test('settles to the server’s state despite other people’s changes, delayed events and reloads', async () => {
    const mixed = fc.array(fc.record({ step: fc.oneof(step, others), fate }), { maxLength: 25 })
    // Fake timers of 0 ms set by a timer fire late, which would swap events.
    const delay = fc.integer({ min: 1, max: 70 })
    await fc.assert(
      fc.asyncProperty(mixed, delay, async (sequence, eventDelay) => {
        const { server, stoa, id } = await startOnPost()
        Object.assign(stoa.options, { realtime: () => server.realtime })
        await createLive(stoa)
        server.eventDelay = () => eventDelay
        for (const { step: one, fate } of sequence) {
          if (one.do === 'other reacts') server.reactAs(OTHER, { entityId: id, reactionName: one.name })
          else if (one.do === 'other votes') server.voteAs(OTHER, { postId: id, optionIndex: one.option })
          else if (one.do === 'reload') {
            server.outcomes.push({ up: one.fate.up, down: one.fate.down })
            loadPost(stoa, { idOrSlug: id }).catch(() => {})
          } else if (one.do === 'wait') await vi.advanceTimersByTimeAsync(one.ms)
          else void wish(stoa, server, { id, step: one, fate })
        }
        await vi.runAllTimersAsync()
        expect(clientState(stoa, id)).toEqual(serverState(server, id))
      }),
      { numRuns: RUNS },
    )
  })
})

describe('one change', () => {
  test('shows before the response, and is rolled back with its reason when refused', async () => {
    const { server, stoa, id } = await startOnPost()
    server.outcomes.push({ up: 10, down: 10, refuse: 'BANNED' })
    const reaction = react(stoa, { entityType: 'Post', entityId: id, reactionName: 'thumb-up' })
    expect(clientState(stoa, id)).toMatchObject({ reaction: 'thumb-up', counts: { 'thumb-up': 1, 'thumb-down': 0 } })
    const refusal = expect(reaction).rejects.toMatchObject({ code: 'BANNED' })
    await vi.runAllTimersAsync()
    await refusal
    expect(clientState(stoa, id)).toMatchObject({ reaction: undefined, counts: { 'thumb-up': 0, 'thumb-down': 0 } })
  })

  test('of quick clicks only the first and last are sent', async () => {
    const { server, stoa, id } = await startOnPost()
    server.calls.length = 0
    server.outcomes.push({ up: 20, down: 20 })
    for (let click = 0; click < 9; click += 1) {
      void react(stoa, { entityType: 'Post', entityId: id, reactionName: 'thumb-up' })
    }
    await vi.runAllTimersAsync()
    expect(server.calls).toHaveLength(1)
    expect(serverState(server, id).reaction).toBe('thumb-up')
  })

  test('a vote in a poll with closed results marks the option and counts the voter', async () => {
    const { server, stoa } = await start()
    const { id } = server.addPost({ pollValues: null })
    await loadPost(stoa, { idOrSlug: id })
    void vote(stoa, { postId: id, optionIndex: 2 })
    expect(clientState(stoa, id)).toMatchObject({ vote: 2, voters: 1, poll: undefined })
    await vi.runAllTimersAsync()
    expect(clientState(stoa, id)).toMatchObject({ vote: 2, voters: 1 })
  })

  test('joining and leaving count at once and settle', async () => {
    const { server, stoa } = await start()
    const response = await server.call('communityJoin', { tokenName: 'FORUM', join: false })
    putEntities(stoa, { communities: { FORUM: response.community } })
    stoa.state.setState(({ viewer }) => ({ viewer: viewer && { ...viewer, joinedCommunities: [] } }))
    const members = () => stoa.state.getState().communities.FORUM?.numberOfMembers
    const joinedCommunities = () => stoa.state.getState().viewer?.joinedCommunities
    const before = members() ?? 0
    server.outcomes.push({ up: 5, down: 5 }, { up: 5, down: 5, refuse: 'RATE_LIMITED' })
    void join(stoa, { tokenName: 'FORUM', join: true })
    expect([members(), joinedCommunities()]).toEqual([before + 1, ['FORUM']])
    await vi.runAllTimersAsync()
    expect(members()).toBe(server.members)
    void join(stoa, { tokenName: 'FORUM', join: false }).catch(() => {})
    expect([members(), joinedCommunities()]).toEqual([before, []])
    await vi.runAllTimersAsync()
    expect([members(), joinedCommunities()]).toEqual([before + 1, ['FORUM']])
  })
})
