import { afterAll, beforeAll, expect, test } from 'vitest'
import { solutionOf } from '../../../../../test/app-check.ts'
import { type Forum, startForum } from '../../../../../test/forum.ts'

const ORIGIN = 'http://localhost:3000'
const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Nobody says so' } }] })
const draft = { tokenName: 'FORUM', title: 'Unsigned', postContent }
const headers = { origin: ORIGIN }

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

async function checked(): Promise<Record<string, string>> {
  const solution = solutionOf((await forum.stoa.call('appCheckChallenge', {}, { headers })).body.payload)
  const { body } = await forum.stoa.call('appCheckToken', { solution, origin: ORIGIN }, { headers })
  return { ...headers, 'x-app-check': body.payload.token }
}

const set = (change: Record<string, unknown>) =>
  forum.stoa.database.transaction(({ connection }) =>
    connection('communities').where({ token_name: 'FORUM' }).update(change),
  )

test('a visitor posts anonymously after a proof of work, and everyone can read it', async () => {
  expect((await forum.stoa.call('postAnonymous', draft, { headers })).body.code).toBe('APP_CHECK_REQUIRED')
  const before = (await forum.stoa.app.services.communities.get('FORUM')).totalPosts
  const { status, body } = await forum.stoa.call('postAnonymous', draft, { headers: await checked() })
  expect([status, body.code]).toEqual([200, undefined])
  const { post } = body.payload
  expect(post).toMatchObject({ status: 0, kind: 'community', publisherId: '', publisherName: 'anonymous' })
  expect((await forum.stoa.call('postGet', { idOrSlug: post.id })).body.payload.post.title).toBe('Unsigned')
  expect((await forum.stoa.app.services.communities.get('FORUM')).totalPosts).toBe(before + 1)
})

test('a member can post anonymously, too, but can’t change it later', async () => {
  const { body } = await forum.stoa.call('postAnonymous', draft, { token: forum.ada.token })
  const { id } = body.payload.post
  const [row] = await forum.stoa.database.read('posts').where({ id })
  expect(row?.publisher_id).toBe('')
  const edit = { ...draft, postId: id, title: 'Signed' }
  expect((await forum.stoa.call('postEdit', edit, { token: forum.ada.token })).body.code).toBe('FORBIDDEN')
})

test('a post without text, title or required topic is refused by field', async () => {
  const { body } = await forum.stoa.call(
    'postAnonymous',
    { ...draft, postContent: '{"blocks":[]}' },
    { headers: await checked() },
  )
  expect(body.details).toMatchObject([{ field: 'postContent', message: 'Must not be empty.' }])
})

test('where posts need approval it is pending, whoever wrote it', async () => {
  await set({ approve_posts: 1 })
  const { body } = await forum.stoa.call('postAnonymous', draft, { token: forum.moderator.token })
  await set({ approve_posts: 0 })
  expect(body.payload.post.status).toBe(5)
})

test('a community without anonymous posts says so and refuses them', async () => {
  await set({ anonymous_comments: 0 })
  const { community } = (await forum.stoa.call('communityGet', { tokenName: 'FORUM' })).body.payload
  const refused = await forum.stoa.call('postAnonymous', draft, { headers: await checked() })
  await set({ anonymous_comments: 1 })
  expect([community.anonymousComments, refused.body.code]).toEqual([false, 'FORBIDDEN'])
})
