import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const words = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })
const textOf = (postContent: string) => JSON.parse(postContent).blocks[0].data.text

test('each edit shows the post before and after it, newest first, page by page', async () => {
  const { stoa, ada, moderator } = forum
  const about = { tokenName: 'FORUM', kind: 'community' } as const
  const created = await stoa.call('postCreate', { ...about, title: 'First', postContent: words('one') }, ada)
  const postId = created.body.payload.post.id
  const edit = (title: string, text: string, by: { token: string }) =>
    stoa.call('postEdit', { ...about, postId, title, postContent: words(text) }, by)
  await edit('First', 'two', ada)
  stoa.clock.advance(1000)
  await edit('Second', 'three', moderator)

  const first = (await stoa.call('postRevisionList', { postId, limit: 1 }, ada)).body.payload
  expect(first).toMatchObject({ items: [{ editor: { userId: moderator.id } }], hasMore: true })
  const rest = (await stoa.call('postRevisionList', { postId, cursor: first.cursor ?? '' }, moderator)).body.payload
  expect(rest).toMatchObject({ items: [{ editor: { userId: ada.id } }], hasMore: false })

  const versions = async (revisionId = '') => {
    const { before, after } = (await stoa.call('postRevisionGet', { postId, revisionId }, ada)).body.payload
    return [before.title, textOf(before.postContent), after.title, textOf(after.postContent)]
  }
  expect(await versions(first.items[0]?.id)).toEqual(['First', 'two', 'Second', 'three'])
  expect(await versions(rest.items[0]?.id)).toEqual(['First', 'one', 'First', 'two'])
})

test('an edit of another post is not found', async () => {
  const { stoa, ada } = forum
  const about = { tokenName: 'FORUM', kind: 'community' } as const
  const make = async () =>
    (await stoa.call('postCreate', { ...about, title: 'A post', postContent: words('one') }, ada)).body.payload.post.id
  const [one, other] = [await make(), await make()]
  await stoa.call('postEdit', { ...about, postId: one, title: 'A post', postContent: words('two') }, ada)
  const { items } = (await stoa.call('postRevisionList', { postId: one }, ada)).body.payload
  const revisionId = items[0]?.id ?? ''
  expect((await stoa.call('postRevisionGet', { postId: other, revisionId }, ada)).body.code).toBe('REVISION_NOT_FOUND')
})
