import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let stoa: TestApp
const members: { id: string; token: string }[] = []

beforeAll(async () => {
  stoa = await startTestApp()
  const { communities, partnerOrigins } = stoa.app.services
  const id = await communities.create({
    tokenName: 'FORUM',
    title: 'Forum',
    urlSlug: 'forum',
    about: '',
    creatorId: '',
  })
  await partnerOrigins.register(id, 'https://news.example')
  for (let index = 0; index < 3; index += 1) members.push(await stoa.member(`reader_${index}`, { join: ['FORUM'] }))
})
afterAll(async () => {
  await stoa.app.background.settled()
  await stoa.close()
})

const at = (path: string) => `https://news.example${path}`

const comment = async (path: string, member: number, content: string) => {
  const input = { tokenName: 'FORUM', article: { url: at(path) }, content }
  return (await stoa.call('commentCreate', input, { token: members[member]!.token })).body.payload.comment
}

const react = (path: string, member: number, reactionName: 'thumb-up' | 'thumb-down') =>
  stoa.call(
    'postReaction',
    { tokenName: 'FORUM', article: { url: at(path) }, entityType: 'Post', reactionName },
    { token: members[member]!.token },
  )

const thread = async (path: string) =>
  (await stoa.call('articleThread', { community: 'FORUM', url: at(path), sort: 'old' })).body.payload

test('merging two articles loses nothing, and every address leads to the one that is left', async () => {
  const { articleKeeping, posts, polls } = stoa.app.services
  const old = await comment('/old', 0, 'under the old one')
  await stoa.call(
    'commentCreate',
    { tokenName: 'FORUM', postId: old.postId, replyToCommentId: old.id, content: 'a reply' },
    { token: members[1]!.token },
  )
  await comment('/new', 1, 'under the new one')
  await react('/old', 0, 'thumb-up')
  await react('/old', 1, 'thumb-down')
  await react('/new', 1, 'thumb-up')
  const settings = { closesAt: null, results: 'always', voters: 'public' } as const
  await stoa.database.transaction((unit) => polls.create(unit, old.postId, { options: ['A', 'B'], settings }))

  expect(await articleKeeping.merge({ tokenName: 'FORUM', from: at('/old'), into: at('/new') })).toBe(2)

  const [viaOld, viaNew] = [await thread('/old'), await thread('/new')]
  expect(viaOld.post?.id).toBe(viaNew.post?.id)
  expect(viaNew.comments.items.map((item) => item.content)).toEqual(['under the old one', 'under the new one'])
  expect(viaNew.comments.items[0]?.replies.items.map((item) => item.content)).toEqual(['a reply'])
  expect(viaNew.post).toMatchObject({
    numComments: 3,
    reactionsCount: { 'thumb-up': 2, 'thumb-down': 0 },
    pollOptions: ['A', 'B'],
  })
  const bySlug = await stoa.call('postGet', { idOrSlug: 'old', tokenName: 'FORUM' })
  expect(bySlug.body.payload.post.id).toBe(viaNew.post?.id)
  expect((await stoa.call('postGet', { idOrSlug: old.postId })).status).toBe(404)
  expect(await posts.facts(old.postId)).toMatchObject({ numComments: 0, status: 1 })
  expect((await comment('/old', 2, 'later')).postId).toBe(viaNew.post?.id)
})

test('merging an article with itself or with nothing changes nothing', async () => {
  const { merge } = stoa.app.services.articleKeeping
  await comment('/alone', 0, 'Hello')
  expect(await merge({ tokenName: 'FORUM', from: at('/alone'), into: at('/alone/') })).toBe(0)
  await expect(merge({ tokenName: 'FORUM', from: at('/alone'), into: at('/nothing') })).rejects.toThrow(
    'Post not found',
  )
  expect((await thread('/alone')).post?.numComments).toBe(1)
})

test('an article that has moved keeps its thread under both addresses', async () => {
  const { rename } = stoa.app.services.articleKeeping
  await comment('/before', 0, 'Hello')
  expect(await rename({ tokenName: 'FORUM', from: at('/before'), into: at('/after') })).toBe(true)
  const [before, after] = [await thread('/before'), await thread('/after')]
  expect(after.post).toMatchObject({ id: before.post?.id, articleUrl: at('/after'), numComments: 1 })
})

test('an article is not renamed to the address of another one', async () => {
  const { rename } = stoa.app.services.articleKeeping
  await comment('/one', 0, 'Hello')
  await comment('/two', 0, 'Hello')
  expect(await rename({ tokenName: 'FORUM', from: at('/one'), into: at('/two') })).toBe(false)
  expect((await thread('/two')).post?.numComments).toBe(1)
})
