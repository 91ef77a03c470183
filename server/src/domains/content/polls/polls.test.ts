import type { CallInput, EventOf } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

let stoa: TestApp
let author: { id: string; token: string }
const voters: { id: string; token: string }[] = []

beforeAll(async () => {
  stoa = await startTestApp()
  await seedCommunity(stoa)
  author = await stoa.member('author_demo', { join: ['FORUM'] })
  for (let index = 0; index < 64; index += 1) {
    voters.push(await stoa.member(`voter_${index}`, { join: ['FORUM'] }))
  }
})
afterAll(() => stoa.close())

async function poll(input: Partial<CallInput<'postCreate'>> = {}): Promise<string> {
  const whole = { tokenName: 'FORUM', title: 'A poll', postContent: '{"blocks":[]}', pollOptions: ['A', 'B', 'C'] }
  const { body } = await stoa.call('postCreate', { ...whole, ...input }, { token: author.token })
  return body.payload.post.id
}

const vote = (postId: string, selectedOptionIndex: number, voter = voters[0]!) =>
  stoa.call('postVote', { postId, selectedOptionIndex }, { token: voter.token })

const counts = async (postId: string) => {
  const { pollValues, pollTotalVoters } = (await stoa.call('postGet', { idOrSlug: postId })).body.payload.post
  return [pollValues?.map((value) => value.count) ?? null, pollTotalVoters]
}

test('a vote counts, moves to another option, and is removed by the same one or -1', async () => {
  const postId = await poll()
  const chosen = async (index: number) => (await vote(postId, index)).body.payload.selectedOptionIndex
  expect(await chosen(-1)).toBe(-1)
  expect(await counts(postId)).toEqual([[0, 0, 0], 0])
  expect(await chosen(1)).toBe(1)
  expect(await counts(postId)).toEqual([[0, 1, 0], 1])
  expect(await chosen(2)).toBe(2)
  expect(await counts(postId)).toEqual([[0, 0, 1], 1])
  expect(await chosen(2)).toBe(-1)
  expect(await counts(postId)).toEqual([[0, 0, 0], 0])
  expect(await chosen(0)).toBe(0)
  expect(await chosen(-1)).toBe(-1)
  expect(await counts(postId)).toEqual([[0, 0, 0], 0])
})

test('a poll can’t change after its first vote, even if that was removed', async () => {
  const closesAt = stoa.clock.now() + 60_000
  const postId = await poll({ pollSettings: { results: 'afterVote', voters: 'anonymous', closesAt } })
  const edit = (input: Partial<CallInput<'postEdit'>>) => {
    const whole = { tokenName: 'FORUM', postId, title: 'A poll', postContent: '{"blocks":[]}' }
    return stoa.call('postEdit', { ...whole, ...input }, { token: author.token })
  }
  const kept = await edit({ pollOptions: ['A', 'B'] })
  expect(kept.body.payload.post).toMatchObject({
    pollOptions: ['A', 'B'],
    pollSettings: { results: 'afterVote', voters: 'anonymous', closesAt },
  })
  await vote(postId, 1)
  await vote(postId, -1)
  expect(await counts(postId)).toEqual([null, 0])
  expect((await edit({ pollOptions: ['A', 'B'] })).status).toBe(200)
  expect((await edit({ pollOptions: ['B', 'A'] })).body.code).toBe('POLL_LOCKED')
  expect((await edit({ pollOptions: ['A', 'B'], pollSettings: { voters: 'public' } })).body.code).toBe('POLL_LOCKED')
  stoa.clock.advance(60_001)
  const { status } = await edit({ title: 'An old poll', pollOptions: ['A', 'B'] })
  expect(status).toBe(200)
})

test('the two newest voters of an option are shown, unless the poll is anonymous', async () => {
  const shown = await poll()
  const anonymous = await poll({ pollSettings: { voters: 'anonymous' } })
  for (const [index, voter] of voters.slice(0, 3).entries()) {
    stoa.clock.advance(1)
    await vote(shown, 0, voter)
    await vote(anonymous, index % 2, voter)
  }
  const lastVoters = async (postId: string) =>
    (await stoa.call('postGet', { idOrSlug: postId })).body.payload.post.pollValues?.map((value) =>
      value.lastVoters.map((voter) => voter.username),
    )
  expect(await lastVoters(shown)).toEqual([['voter_2', 'voter_1'], [], []])
  expect(await lastVoters(anonymous)).toEqual([[], [], []])
  expect(await counts(anonymous)).toEqual([[2, 1, 0], 3])
})

test('votes are listed, but those in anonymous polls and behind closed results only for their voter', async () => {
  const [one, two, three] = [voters[0]!, voters[1]!, voters[2]!]
  const seen = async (postId: string, voter: { token: string }, userId?: string) => {
    const input = { postId, limit: 1, ...(userId ? { userId } : {}) }
    const items: [string, number][] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await stoa.call('voteList', { ...input, ...(cursor ? { cursor } : {}) }, { token: voter.token })
      items.push(...page.body.payload.items.map((item): [string, number] => [item.userId, item.selectedOptionIndex]))
      ;({ cursor } = page.body.payload)
    }
    return items.toSorted()
  }
  const open = await poll()
  const anonymous = await poll({ pollSettings: { voters: 'anonymous' } })
  const afterVote = await poll({ pollSettings: { results: 'afterVote' } })
  for (const postId of [open, anonymous, afterVote]) {
    await vote(postId, 0, one)
    await vote(postId, 2, two)
  }
  const [ofOne, ofTwo] = [
    [one.id, 0],
    [two.id, 2],
  ]
  const both = [ofOne, ofTwo].toSorted()
  expect([await seen(open, three), await seen(open, three, two.id)]).toEqual([both, [ofTwo]])
  expect([await seen(anonymous, one), await seen(anonymous, three), await seen(anonymous, author)]).toEqual([
    [ofOne],
    [],
    [],
  ])
  expect(await seen(anonymous, one, two.id)).toEqual([])
  const ofStatus = async (postId: string, status: number, voter: { token: string }) =>
    (await stoa.call('voteList', { postId, status }, { token: voter.token })).body.payload.items.length
  expect([await ofStatus(open, 0, three), await ofStatus(open, 1, three)]).toEqual([2, 0])
  expect([await ofStatus(anonymous, 0, three), await ofStatus(anonymous, 0, one)]).toEqual([0, 1])
  expect([await seen(afterVote, one), await seen(afterVote, three)]).toEqual([both, []])
  const draft = await poll({ saveAsDraft: true })
  for (const postId of [draft, '0'.repeat(20)]) {
    const { status, body } = await stoa.call('voteList', { postId }, { token: three.token })
    expect([status, body.message]).toEqual([404, `Post not found: ${postId}`])
  }
})

test('64 concurrent votes, changes and removals leave exact counts', async () => {
  const postId = await poll()
  await Promise.all(voters.map((voter, index) => vote(postId, index % 3, voter)))
  expect(await counts(postId)).toEqual([[22, 21, 21], 64])
  await Promise.all(
    voters.flatMap((voter, index) => [vote(postId, (index + 1) % 3, voter), vote(postId, (index + 2) % 3, voter)]),
  )
  await Promise.all(voters.slice(0, 32).map((voter) => vote(postId, -1, voter)))
  const [values, total] = await counts(postId)
  const rows = await stoa.database.read('poll_votes').where({ post_id: postId })
  expect(rows).toHaveLength(32)
  expect(total).toBe(32)
  expect(values).toEqual([0, 1, 2].map((option) => rows.filter((row) => row.option_index === option).length))
}, 30_000)

test('results for voters only: only the voter’s own response contains them', async () => {
  const postId = await poll({ pollSettings: { results: 'afterVote' } })
  const heard: EventOf<'poll.changed'>[] = []
  const stop = stoa.app.events.subscribe((event) => {
    if (event.name === 'poll.changed') heard.push(event.event)
  })
  const mine = (await vote(postId, 1)).body.payload.post
  stop()
  expect(mine.pollValues?.map((value) => value.count)).toEqual([0, 1, 0])
  expect(await counts(postId)).toEqual([null, 1])
  expect(heard).toEqual([expect.objectContaining({ postId, pollValues: null, pollTotalVoters: 1 })])
  expect((await vote(postId, 1)).body.payload.post.pollValues).toBeNull()
})

test('results after the end: hidden from everyone until then, and no votes afterward', async () => {
  const closesAt = stoa.clock.now() + 1000
  const postId = await poll({ pollSettings: { results: 'afterClose', closesAt } })
  stoa.clock.advance(999)
  expect((await vote(postId, 0)).body.payload.post.pollValues).toBeNull()
  expect(await counts(postId)).toEqual([null, 1])
  stoa.clock.advance(1)
  const late = await vote(postId, 1)
  expect([late.status, late.body.code]).toEqual([409, 'POLL_CLOSED'])
  // Visitors may read responses that are a second old.
  stoa.clock.advance(1000)
  expect(await counts(postId)).toEqual([[1, 0, 0], 1])
})

test('an open poll sends counts to those who watch its post, and the choice to the voter', async () => {
  const postId = await poll()
  // Meanwhile, the community's members are notified of the post.
  await stoa.app.background.settled()
  const heard: unknown[] = []
  const stop = stoa.app.events.subscribe((event) => heard.push(event))
  await vote(postId, 2)
  stop()
  const values = [{ count: 0 }, { count: 0 }, { count: 1, lastVoters: [{ username: 'voter_0' }] }]
  const { id: userId } = voters[0]!
  expect(heard).toMatchObject([
    {
      name: 'viewer.voted',
      room: `viewer:${userId}:${postId}`,
      event: { userId, postId, selectedOptionIndex: 2 },
    },
    { name: 'poll.changed', room: `post:${postId}`, event: { postId, pollValues: values, pollTotalVoters: 1 } },
  ])
})

test('a missing option, a post without a poll and a missing post are refused', async () => {
  const postId = await poll()
  expect((await vote(postId, 2)).status).toBe(200)
  const missing = await vote(postId, 3)
  expect([missing.status, missing.body.code]).toEqual([400, 'VALIDATION_FAILED'])
  const { body } = await stoa.call(
    'postCreate',
    { tokenName: 'FORUM', title: 'Text', postContent: '{"blocks":[{"type":"paragraph","data":{"text":"x"}}]}' },
    { token: author.token },
  )
  expect((await vote(body.payload.post.id, 0)).body.code).toBe('NO_POLL')
  expect((await vote('x'.repeat(20), 0)).body.code).toBe('POST_NOT_FOUND')
})

test('voting requires membership', async () => {
  const stranger = await stoa.member('stranger_demo')
  expect((await vote(await poll(), 0, stranger)).body.code).toBe('JOIN_REQUIRED')
})

test('a poll can be changed until the first vote', async () => {
  const postId = await poll()
  const edit = (pollOptions: string[], settings: CallInput<'postEdit'>['pollSettings'] = {}) =>
    stoa.call(
      'postEdit',
      {
        tokenName: 'FORUM',
        postId,
        title: 'A poll',
        postContent: '{"blocks":[]}',
        pollOptions,
        pollSettings: settings,
      },
      { token: author.token },
    )
  expect((await edit(['X', 'Y'])).body.payload.post.pollOptions).toEqual(['X', 'Y'])
  await vote(postId, 1)
  expect((await edit(['X', 'Y'])).status).toBe(200)
  expect((await edit(['X', 'Z'])).body.code).toBe('POLL_LOCKED')
  expect((await edit(['X', 'Y'], { voters: 'anonymous' })).body.code).toBe('POLL_LOCKED')
  expect(await counts(postId)).toEqual([[0, 1], 1])
})
