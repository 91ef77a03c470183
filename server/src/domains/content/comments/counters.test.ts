import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum
let people: { id: string; token: string }[]

beforeAll(async () => {
  forum = await startForum()
  people = [forum.ada, forum.bea]
  for (let index = 0; index < 14; index += 1) {
    people.push(await forum.stoa.member(`member_${index}`, { join: ['FORUM'] }))
  }
  // Posts of these tests are put into the database past their service.
  await forum.newPost()
})
afterAll(() => forum.stoa.close())

const tokenOf = (index: number) => people[index % people.length]?.token ?? ''

async function expectExactCounters(): Promise<void> {
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
}

interface Step {
  kind: 'comment' | 'reply' | 'hide' | 'restore' | 'moderate' | 'react' | 'edit'
  who: number
  which: number
  reaction: 'thumb-up' | 'thumb-down' | ''
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'comment',
    'comment',
    'reply',
    'reply',
    'hide',
    'restore',
    'moderate',
    'react',
    'react',
    'edit',
  ),
  who: fc.nat(15),
  which: fc.nat(200),
  reaction: fc.constantFrom('thumb-up', 'thumb-down', ''),
})

/** Does one step; what is refused (a hidden comment, somebody else's) changes nothing. Returns a new comment's id. */
async function take({ kind, who, which, reaction }: Step, thread: { postId: string; ids: string[] }) {
  const { postId, ids } = thread
  const { call } = forum.stoa
  const token = tokenOf(who)
  const commentId = ids[which % Math.max(1, ids.length)]
  if (kind === 'comment' || !commentId) {
    const { body } = await call('commentCreate', { tokenName: 'FORUM', postId, content: 'x' }, { token })
    ids.push(body.payload.commentId)
    return body.code ?? 'success'
  }
  const input = { tokenName: 'FORUM', commentId }
  switch (kind) {
    case 'reply': {
      const about = { tokenName: 'FORUM', postId, content: 'y', replyToCommentId: commentId }
      const { body, status } = await call('commentCreate', about, { token })
      if (status === 200) ids.push(body.payload.commentId)
      return body.code ?? 'success'
    }
    case 'hide':
    case 'restore': {
      const owner = await forum.stoa.database.read('comments').where({ id: commentId }).first('publisher_id')
      const own = people.find(({ id }) => id === owner.publisher_id)?.token ?? token
      return (await call('commentDelete', { ...input, hidden: kind === 'hide' }, { token: own })).body.code ?? 'success'
    }
    case 'moderate': {
      const about = { ...input, hidden: which % 2 === 0, reason: 'spam' } as const
      return (await call('commentDelete', about, { token: forum.moderator.token })).body.code ?? 'success'
    }
    case 'edit':
      return (await call('commentEdit', { ...input, content: `text ${which}` }, { token })).body.code ?? 'success'
    case 'react': {
      const about =
        which % 5 === 0
          ? ({ entityId: postId, entityType: 'Post' } as const)
          : ({ entityId: commentId, entityType: 'Comment' } as const)
      return (await call('postReaction', { ...about, reactionName: reaction }, { token })).body.code ?? 'success'
    }
  }
}

const REFUSALS = ['success', 'COMMENT_HIDDEN', 'COMMENT_NOT_FOUND', 'FORBIDDEN']

test('after any sequence of changes every counter equals its rows and the thread shows what is visible', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const thread = { postId: await forum.newPost(), ids: [] as string[] }
      for (const one of steps) expect(REFUSALS).toContain(await take(one, thread))
      await expectExactCounters()
      const rows = await forum.stoa.database.read('comments').where({ post_id: thread.postId })
      const shown = await forum.thread(thread.postId, { limit: 100 })
      const tops = rows.filter((row) => row.parent_id === '')
      const repliesOf = (id: string) => rows.filter((row) => row.parent_id === id && row.status === 0)
      const visible = tops.filter((row) => row.status === 0 || repliesOf(row.id).length > 0)
      expect(shown.items.map(({ id }) => id).sort()).toEqual(visible.map(({ id }) => id).sort())
      for (const item of shown.items) {
        expect(item.numComments).toBe(repliesOf(item.id).length)
        expect(item.content === null).toBe(visible.find(({ id }) => id === item.id)?.status !== 0)
      }
    }),
    { numRuns: 8 },
  )
}, 60_000)

test('64 concurrent mixed operations leave exact counters', async () => {
  const thread = { postId: await forum.newPost(), ids: [] as string[] }
  for (let count = 0; count < 4; count += 1) {
    await take({ kind: 'comment', who: count, which: 0, reaction: '' }, thread)
  }
  for (const steps of fc.sample(fc.array(step, { minLength: 64, maxLength: 64 }), { numRuns: 3, seed: 11 })) {
    const answers = await Promise.all(steps.map((one) => take(one, thread)))
    expect(answers.filter((answer) => !REFUSALS.includes(answer))).toEqual([])
    await expectExactCounters()
  }
}, 60_000)

test('64 concurrent comments and replies, each sent twice with a key, are stored once', async () => {
  const postId = await forum.newPost()
  const top = await forum.say(forum.ada.token, { postId })
  const send = (index: number) =>
    forum.stoa.call(
      'commentCreate',
      { tokenName: 'FORUM', postId, content: `number ${index}`, ...(index % 2 ? { replyToCommentId: top.id } : {}) },
      { token: tokenOf(index), headers: { 'idempotency-key': `key ${index}` } },
    )
  const indexes = Array.from({ length: 64 }, (_, index) => index)
  const answers = await Promise.all([...indexes, ...indexes].map(send))
  expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual([])
  for (const index of indexes) {
    expect(answers[index]?.body.payload.commentId).toBe(answers[64 + index]?.body.payload.commentId)
  }
  expect(await forum.countOf(postId)).toBe(65)
  expect((await forum.thread(postId, { limit: 100 })).items.find(({ id }) => id === top.id)?.numComments).toBe(32)
  await expectExactCounters()
}, 60_000)

test('one refused comment among many fails alone', async () => {
  const postId = await forum.newPost()
  const sent = Array.from({ length: 20 }, (_, index) =>
    forum.stoa.call(
      'commentCreate',
      { tokenName: 'FORUM', postId: index === 7 ? '0'.repeat(20) : postId, content: 'x' },
      { token: tokenOf(index), headers: { 'idempotency-key': `crowd ${index}` } },
    ),
  )
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200)).toEqual([404])
  expect(statuses[7]).toBe(404)
  expect(await forum.countOf(postId)).toBe(19)
})

test('toggling in eight tabs ends with one reaction, counted once', async () => {
  const postId = await forum.newPost()
  const { id } = await forum.say(forum.ada.token, { postId })
  const names = ['thumb-up', 'thumb-down', 'thumb-up', ''] as const
  for (const [entityId, entityType] of [
    [id, 'Comment'],
    [postId, 'Post'],
  ] as const) {
    const toggles = Array.from({ length: 32 }, (_, index) =>
      forum.stoa.call(
        'postReaction',
        { entityId, entityType, reactionName: names[index % 4] ?? '' },
        { token: forum.bea.token },
      ),
    )
    expect((await Promise.all(toggles)).map(({ status }) => status)).toEqual(Array(32).fill(200))
    await expectExactCounters()
    const final = await forum.stoa.call(
      'postReaction',
      { entityId, entityType, reactionName: 'thumb-down' },
      { token: forum.bea.token },
    )
    expect(final.body.payload.reactionsCount).toEqual({ 'thumb-up': 0, 'thumb-down': 1 })
  }
}, 60_000)

test('repair finds nothing to do', async () => {
  expect(await forum.stoa.app.services.integrity.repair()).toEqual([])
})
