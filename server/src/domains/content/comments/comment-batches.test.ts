import { CommentStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

/** Sends comments at one moment, so that they wait for each other. */
const sendAll = (all: { token: string; key: string; about: { postId: string; replyToCommentId?: string } }[]) =>
  Promise.all(
    all.map(({ token, key, about }) =>
      forum.stoa.call(
        'commentCreate',
        { tokenName: 'FORUM', content: key, ...about },
        { token, headers: { 'idempotency-key': key } },
      ),
    ),
  )

/** Changes a post as another process would, of which this one has not heard. */
const closeElsewhere = (id: string) =>
  forum.stoa.database.transaction(async ({ connection }) => {
    await connection('posts').where({ id }).update({ status: 2 })
    await connection('communities').where({ id: forum.communityId }).decrement('total_posts')
  })

async function expectExactCounters(): Promise<void> {
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
}

test('valid and refused comments of one batch each get their own response', async () => {
  const postId = await forum.newPost()
  const { ada, bea, cem, communityId, stoa } = forum
  const banned = await stoa.member('dan_demo', { join: ['FORUM'] })
  await stoa.database.transaction(({ connection }) =>
    connection('bans').insert({ community_id: communityId, user_id: banned.id, until: 0, created_at: 0 }),
  )
  const about = { postId }
  const answers = await sendAll([
    { token: ada.token, key: 'one', about },
    { token: banned.token, key: 'two', about },
    { token: bea.token, key: 'three', about },
    { token: cem.token, key: 'four', about },
    { token: ada.token, key: 'five', about: { postId, replyToCommentId: '0'.repeat(20) } },
    { token: bea.token, key: 'six', about },
  ])
  expect(answers.map(({ body }) => body.code ?? body.payload.comment.content)).toEqual([
    'one',
    'BANNED',
    'three',
    'JOIN_REQUIRED',
    'COMMENT_NOT_FOUND',
    'six',
  ])
  expect(await forum.countOf(postId)).toBe(3)
  await expectExactCounters()
})

test('the same key twice in one batch creates one comment, and is refused with another text', async () => {
  const postId = await forum.newPost()
  const { ada, bea } = forum
  const send = (token: string, key: string, content = key) =>
    forum.stoa.call(
      'commentCreate',
      { tokenName: 'FORUM', postId, content },
      { token, headers: { 'idempotency-key': key } },
    )
  const [first, second, other, mine] = await Promise.all([
    send(ada.token, 'same'),
    send(ada.token, 'same'),
    send(ada.token, 'same', 'another text'),
    send(bea.token, 'same'),
  ])
  expect(second.body).toEqual(first.body)
  expect(other.body.code).toBe('IDEMPOTENCY_MISMATCH')
  expect(mine.body.payload.commentId).not.toBe(first.body.payload.commentId)
  expect((await send(ada.token, 'same')).body).toEqual(first.body)
  expect(await forum.countOf(postId)).toBe(2)
})

test('events contain the count after each comment, in order', async () => {
  const postId = await forum.newPost()
  const heard: [string, number][] = []
  const stop = forum.stoa.app.events.subscribe(({ name, event }) => {
    if (name === 'comment.created') heard.push([event.comment.content ?? '', event.numComments])
  })
  const keys = Array.from({ length: 12 }, (_, index) => `told ${index}`)
  await sendAll(keys.map((key) => ({ token: forum.ada.token, key, about: { postId } })))
  stop()
  expect(heard.map(([, count]) => count)).toEqual(keys.map((_, index) => index + 1))
  expect(heard.map(([content]) => content).sort()).toEqual([...keys].sort())
})

test('a post just closed by another process refuses comments', async () => {
  const [open, closed] = [await forum.newPost(), await forum.newPost()]
  const about = { postId: closed }
  await sendAll([{ token: forum.ada.token, key: 'before', about }])
  await closeElsewhere(closed)
  const answers = await sendAll([
    { token: forum.ada.token, key: 'after', about },
    { token: forum.bea.token, key: 'elsewhere', about: { postId: open } },
  ])
  expect(answers.map(({ body }) => body.code ?? 'success')).toEqual(['POST_NOT_FOUND', 'success'])
  expect([await forum.countOf(closed), await forum.countOf(open)]).toEqual([1, 1])
})

test('changed settings apply to the next comment, even if another process changed them', async () => {
  const { ada, bea, stoa } = forum
  const tokenName = 'STRICT'
  const communityId = await seedCommunity(stoa, { tokenName })
  await stoa.app.services.memberships.setRole(communityId, ada.id, { owner: true })
  await stoa.call('communityJoin', { tokenName, join: true }, { token: bea.token })
  const postId = await forum.newPost({ communityId })
  const { token } = bea
  const about = { tokenName, postId, content: 'Hello' }
  const anonymous = async () => (await stoa.call('commentAnonymous', about, { token })).body.code ?? 'success'
  const status = async () => (await stoa.call('commentCreate', about, { token })).body.payload.comment.status
  const edit = (anonymousComments: boolean) =>
    stoa.call('communityEdit', { tokenName, anonymousComments }, { token: ada.token })
  const changeElsewhere = (change: { anonymous_comments: number } | { approve_comments: number }) =>
    stoa.database.transaction(({ connection }) => connection('communities').where({ id: communityId }).update(change))

  expect(await anonymous()).toBe('success')
  await edit(false)
  expect(await anonymous()).toBe('FORBIDDEN')
  await edit(true)
  expect(await anonymous()).toBe('success')
  await changeElsewhere({ anonymous_comments: 0 })
  expect(await anonymous()).toBe('FORBIDDEN')
  expect(await status()).toBe(CommentStatus.published)
  await changeElsewhere({ approve_comments: 1 })
  expect(await status()).toBe(CommentStatus.pending)
})

test('a reply that was allowed before its comment was hidden is refused when written', async () => {
  const postId = await forum.newPost()
  const { ada, bea, stoa } = forum
  const top = await forum.say(ada.token, { postId })
  const viewer = await stoa.app.services.memberships.viewer(ada.id, '')
  let answers: ReturnType<typeof sendAll> | undefined
  await stoa.database.transaction(async (tx) => {
    const input = { tokenName: 'FORUM', commentId: top.id, hidden: true }
    if (viewer) await stoa.app.services.comments.setHidden(viewer, input, tx)
    // Read while the hiding is not committed yet, written after it.
    answers = sendAll([
      { token: bea.token, key: 'late reply', about: { postId, replyToCommentId: top.id } },
      { token: bea.token, key: 'late comment', about: { postId } },
    ])
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  expect((await answers)?.map(({ body }) => body.code ?? 'success')).toEqual(['COMMENT_HIDDEN', 'success'])
  await expectExactCounters()
})

test.each(['locked', 'archived'] as const)(
  'a comment that was allowed before its post was %s is refused when it is written',
  async (state) => {
    const { ada, bea, admin, stoa } = forum
    const tokenName = state === 'archived' ? 'LATE' : 'FORUM'
    const communityId = state === 'archived' ? await seedCommunity(stoa, { tokenName }) : forum.communityId
    await stoa.call('communityJoin', { tokenName, join: true }, { token: bea.token })
    const postId = await forum.newPost({ communityId, publisherId: ada.id })
    const comment = (content: string) =>
      stoa.call('commentCreate', { tokenName, postId, content }, { token: bea.token })
    // From now on the post is known for a second.
    expect((await comment('Early')).status).toBe(200)
    const viewer = await stoa.app.services.memberships.viewer(admin.id, '')
    if (!viewer) throw new Error('There is nobody.')
    let late: ReturnType<typeof comment> | undefined
    await stoa.database.transaction(async (tx) => {
      const { posts, communityEdits } = stoa.app.services
      if (state === 'locked') await posts.lock(viewer, { tokenName, postId, isLocked: true }, tx)
      else await communityEdits.edit(viewer, { tokenName, archived: true }, tx)
      // Read while nothing is committed yet, written after it.
      late = comment('Late')
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    expect((await late)?.body.code).toBe(state === 'locked' ? 'COMMENTS_LOCKED' : 'COMMUNITY_ARCHIVED')
    expect(await stoa.database.read('comments').where({ post_id: postId }).pluck('content')).toEqual(['Early'])
  },
)

test.runIf(process.env.STOA_TEST_DATABASE_URL)('on MySQL, a locked community holds up no other', async () => {
  const { bea, communityId, stoa } = forum
  const tokenName = 'FREE'
  const otherId = await seedCommunity(stoa, { tokenName })
  await stoa.call('communityJoin', { tokenName, join: true }, { token: bea.token })
  const posts = { FORUM: await forum.newPost(), FREE: await forum.newPost({ communityId: otherId }) }
  const answered: string[] = []
  const comment = async (name: 'FORUM' | 'FREE', content: string) => {
    const input = { tokenName: name, postId: posts[name], content }
    const { body } = await stoa.call('commentCreate', input, { token: bea.token })
    answered.push(body.code ?? content)
  }
  let waiting: Promise<void> | undefined
  await stoa.database.transaction(async (tx) => {
    await stoa.app.services.communities.lock(tx, communityId)
    waiting = Promise.all([comment('FORUM', 'Locked'), comment('FORUM', 'Locked too')]).then(() => {})
    // Let them reach the lock.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await Promise.all([comment('FREE', 'Free'), comment('FREE', 'Free too')])
    expect(answered.toSorted()).toEqual(['Free', 'Free too'])
  })
  await waiting
  expect(answered.toSorted()).toEqual(['Free', 'Free too', 'Locked', 'Locked too'])
})

test('concurrent replies and hiding of their comment leave exact counters', async () => {
  const postId = await forum.newPost()
  const { ada, bea } = forum
  for (let turn = 0; turn < 4; turn += 1) {
    const top = await forum.say(ada.token, { postId })
    const replies = Array.from({ length: 8 }, (_, index) => ({
      token: bea.token,
      key: `reply ${turn} ${index}`,
      about: { postId, replyToCommentId: top.id },
    }))
    const [answers] = await Promise.all([sendAll(replies), forum.hide(ada.token, { commentId: top.id })])
    const outcomes = answers.map(({ body }) => body.code ?? 'success')
    expect(outcomes.filter((outcome) => !['success', 'COMMENT_HIDDEN'].includes(outcome))).toEqual([])
    const row = await forum.stoa.database.read('comments').where({ id: top.id }).first()
    expect(row.num_replies).toBe(outcomes.filter((outcome) => outcome === 'success').length)
  }
  await expectExactCounters()
})
