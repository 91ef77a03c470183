import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../../test/forum.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const blocks = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })

const draft = { tokenName: 'FORUM', title: 'Shared notes', postContent: blocks('begun') }

async function newPost() {
  const { body } = await forum.stoa.call('postCreate', draft, { token: forum.ada.token })
  return body.payload.post
}

const edit = (input: Pick<CallInput<'postEdit'>, 'postId'> & Partial<CallInput<'postEdit'>>, token = forum.ada.token) =>
  forum.stoa.call('postEdit', { ...draft, ...input }, { token })

const read = async (postId: string) =>
  (await forum.stoa.call('postGet', { idOrSlug: postId }, { token: forum.ada.token })).body.payload.post

test('an edit based on an older text changes nothing and gets the stored version', async () => {
  const { id, revision } = await newPost()
  expect(revision).toBe(0)
  const first = await edit({ postId: id, revision, postContent: blocks('by the author') })
  expect([first.status, first.body.payload.post.revision]).toEqual([200, 1])
  const late = await edit({ postId: id, revision, postContent: blocks('by a moderator') }, forum.moderator.token)
  expect([late.status, late.body.code]).toEqual([409, 'EDIT_CONFLICT'])
  expect(late.body.details).toEqual({ post: first.body.payload.post })
  expect(await read(id)).toEqual(first.body.payload.post)
  const again = await edit({ postId: id, revision: 1, postContent: blocks('both') }, forum.moderator.token)
  expect(again.body.payload.post).toMatchObject({ revision: 2, postContent: blocks('both') })
})

test('of edits based on one text exactly one is accepted', async () => {
  const { id, revision } = await newPost()
  const texts = Array.from({ length: 8 }, (_, index) => blocks(`version ${index}`))
  const answers = await Promise.all(texts.map((postContent) => edit({ postId: id, revision, postContent })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const taken = texts[answers.findIndex(({ status }) => status === 200)]
  expect(await read(id)).toMatchObject({ revision: 1, postContent: taken })
})

test('an edit without a base revision is accepted, as from older clients', async () => {
  const { id } = await newPost()
  await edit({ postId: id, postContent: blocks('one') })
  expect((await edit({ postId: id, postContent: blocks('two') })).status).toBe(200)
  expect(await read(id)).toMatchObject({ revision: 2, postContent: blocks('two') })
})

test('people who may not edit learn nothing from a wrong revision', async () => {
  const { id } = await newPost()
  expect((await edit({ postId: id, revision: 9 }, forum.bea.token)).body).toMatchObject({ code: 'FORBIDDEN' })
  const { post } = (await forum.stoa.call('postCreate', { ...draft, saveAsDraft: true }, { token: forum.ada.token }))
    .body.payload
  expect((await edit({ postId: post.id, revision: 9 }, forum.bea.token)).body.code).toBe('POST_NOT_FOUND')
})

test('a repeat with the same key is the same edit, not a conflict with itself', async () => {
  const { id, revision } = await newPost()
  const send = () =>
    forum.stoa.call(
      'postEdit',
      { ...draft, postId: id, revision, postContent: blocks('once') },
      { token: forum.ada.token, headers: { 'idempotency-key': `edit of ${id}` } },
    )
  const [first, second] = [await send(), await send()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.payload).toEqual(first.body.payload)
})

test('a comment edited from an older text is unchanged, and the stored version is returned', async () => {
  const { id } = await forum.say(forum.ada.token, { postId: await forum.newPost(), content: 'begun' })
  const change = (content: string, editedAt?: number | null) =>
    forum.stoa.call(
      'commentEdit',
      { tokenName: 'FORUM', commentId: id, content, ...(editedAt === undefined ? {} : { editedAt }) },
      { token: forum.ada.token },
    )
  const first = (await change('of one tab', null)).body.payload.comment
  const late = await change('of another tab', null)
  expect([late.status, late.body.code]).toEqual([409, 'EDIT_CONFLICT'])
  expect(late.body.details).toEqual({ comment: first })
  // Without the clock having moved the versions can still be told apart.
  const next = (await change('of another tab', first.editedAt)).body.payload.comment
  expect(next.editedAt).toBeGreaterThan(first.editedAt ?? 0)
  expect((await change('of a third tab', first.editedAt)).status).toBe(409)
  expect((await change('of another tab', first.editedAt)).status).toBe(200)
  expect((await change('said without a base')).status).toBe(200)
})

test('of comment edits based on one text exactly one is accepted', async () => {
  const { id } = await forum.say(forum.ada.token, { postId: await forum.newPost() })
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      forum.stoa.call(
        'commentEdit',
        { tokenName: 'FORUM', commentId: id, content: `version ${index}`, editedAt: null },
        { token: forum.ada.token },
      ),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)])
})
