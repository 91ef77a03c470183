import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { queriesOf } from '../../../../test/queries.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

/** A post in the feed: it is put straight into the database, so that only time takes kept answers away. */
async function newPost(about?: { communityId: string }): Promise<string> {
  const postId = await forum.newPost(about)
  forum.stoa.clock.advance(2000)
  return postId
}

async function previewsOf(postId: string, about: { token?: string; type?: 'all' | 'recommended' } = {}) {
  const { token, type = 'all' } = about
  const query = { type, limit: 100, ...(type === 'all' ? {} : { tokenName: 'FORUM' }) }
  const { status, body } = await forum.stoa.call('postList', query, token ? { token } : {})
  expect(status).toBe(200)
  return body.payload.items.find(({ id }) => id === postId)?.previewComments
}

const wordsOf = async (postId: string, token?: string) =>
  (await previewsOf(postId, token ? { token } : {}))?.map(({ excerpt }) => excerpt)

test('a feed includes the five top comments of each post, without replies', async () => {
  const [postId, silent] = [await newPost(), await newPost()]
  const all = []
  for (const content of ['1', '2', '3', '4', '5', '6', '7'])
    all.push(await forum.say(forum.ada.token, { postId, content }))
  await forum.say(forum.bea.token, { postId, replyToCommentId: all[6]!.id, content: 'a reply' })
  const body = { entityId: all[1]!.id, entityType: 'Comment', reactionName: 'thumb-up' } as const
  expect((await forum.stoa.call('postReaction', body, { token: forum.bea.token })).status).toBe(200)
  expect(await wordsOf(postId)).toEqual(['2', '7', '6', '5', '4'])
  expect((await previewsOf(postId))?.[0]).toEqual({
    id: all[1]!.id,
    publisherId: all[1]!.publisherId,
    publisherName: 'ada_demo',
    excerpt: '2',
    createdAt: all[1]!.createdAt,
  })
  expect(await previewsOf(silent)).toEqual([])
  expect(await previewsOf(postId, { type: 'recommended' })).toBeUndefined()
})

test('a long comment is cut between characters, on one line', async () => {
  const postId = await newPost()
  await forum.say(forum.ada.token, { postId, content: `one\n\ntwo ${'🌱'.repeat(300)}` })
  const [words = ''] = (await wordsOf(postId)) ?? []
  expect(words).toMatch(/^one two (🌱)+…$/u)
  expect([...words].length).toBeLessThanOrEqual(160)
})

test.each(['its publisher', 'a moderator'])(
  'what %s hides disappears from the feed with the response, and can be restored',
  async (who) => {
    const postId = await newPost()
    const comment = await forum.say(forum.ada.token, { postId, content: 'secret' })
    expect(await wordsOf(postId)).toEqual(['secret'])
    const by = who === 'a moderator' ? forum.moderator : forum.ada
    await forum.hide(by.token, { commentId: comment.id, reason: 'spam' })
    for (const token of [undefined, forum.ada.token, forum.bea.token, forum.moderator.token])
      expect(await wordsOf(postId, token)).toEqual([])
    await forum.hide(by.token, { commentId: comment.id, hidden: false })
    expect(await wordsOf(postId)).toEqual(['secret'])
  },
)

test('a hidden comment kept as a placeholder isn’t in the feed', async () => {
  const postId = await newPost()
  const top = await forum.say(forum.ada.token, { postId, content: 'secret' })
  await forum.say(forum.bea.token, { postId, replyToCommentId: top.id })
  await forum.say(forum.bea.token, { postId, content: 'open' })
  await forum.hide(forum.moderator.token, { commentId: top.id, reason: 'spam' })
  expect(await wordsOf(postId)).toEqual(['open'])
  expect(await wordsOf(postId, forum.moderator.token)).toEqual(['open'])
})

test('a pending comment isn’t in feeds until it is approved', async () => {
  const postId = await newPost({ communityId: forum.guardedId })
  const comment = await forum.say(forum.ada.token, { tokenName: 'GUARDED', postId, content: 'waiting' })
  for (const token of [undefined, forum.ada.token, forum.moderator.token])
    expect(await wordsOf(postId, token)).toEqual([])
  await forum.hide(forum.moderator.token, { tokenName: 'GUARDED', commentId: comment.id, hidden: false })
  expect(await wordsOf(postId)).toEqual(['waiting'])
})

test('the feed shows the current text of an edited comment', async () => {
  const postId = await newPost()
  const { id: commentId } = await forum.say(forum.ada.token, { postId, content: 'before' })
  expect(await wordsOf(postId)).toEqual(['before'])
  const edit = { tokenName: 'FORUM', commentId, content: 'after' }
  expect((await forum.stoa.call('commentEdit', edit, { token: forum.ada.token })).status).toBe(200)
  expect(await wordsOf(postId)).toEqual(['after'])
})

test('a page’s comments take three queries, each post’s an index range', async () => {
  const postIds = []
  for (let count = 0; count < 4; count += 1) {
    const postId = await newPost()
    postIds.push(postId)
    await forum.say(forum.ada.token, { postId })
  }
  const { read, dialect } = forum.stoa.database
  const queriesFor = (ids: string[]) => queriesOf(forum.stoa, () => forum.stoa.app.services.comments.previews(ids))
  expect(await queriesFor(postIds.slice(0, 1))).toHaveLength(3)
  const asked = await queriesFor(postIds)
  expect(asked).toHaveLength(3)
  const { sql, bindings } = asked[0]!
  if (dialect.name === 'mysql') {
    expect(sql.match(/force index \(`comments_top`\)/g)).toHaveLength(4)
    return
  }
  const plan: { detail: string }[] = await read.raw(`explain query plan ${sql}`, bindings)
  const steps = plan.map(({ detail }) => detail)
  expect(steps.filter((detail) => detail.startsWith('SEARCH comments USING INDEX comments_top'))).toHaveLength(4)
  expect(steps.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([])
})
