import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../../test/forum.ts'
import { seedCommunity } from '../../../../../test/seed-community.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
  await seedCommunity(forum.stoa, { tokenName: 'BOATS' })
})
afterAll(() => forum.stoa.close())

const blocks = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })
const empty = '{"blocks":[]}'

const save = (input: Partial<CallInput<'postDraftSave'>> = {}, token = forum.ada.token) =>
  forum.stoa.call('postDraftSave', { tokenName: 'FORUM', title: '', postContent: blocks('Begun'), ...input }, { token })

async function saved(input: Partial<CallInput<'postDraftSave'>> = {}, token = forum.ada.token) {
  const { status, body } = await save(input, token)
  expect([status, body.code]).toEqual([200, undefined])
  return body.payload.post
}

const read = async (postId: string, token = forum.ada.token) =>
  (await forum.stoa.call('postGet', { idOrSlug: postId }, { token })).body.payload.post

const publish = (postId: string) =>
  forum.stoa.call('postDraftPublish', { tokenName: 'FORUM', postId }, { token: forum.ada.token })

test('a draft needs neither title nor text, and keeps what is saved next', async () => {
  const begun = await saved({ postContent: empty })
  expect(begun).toMatchObject({ status: 9, title: '', revision: 0, publisherId: forum.ada.id })
  const next = await saved({ postId: begun.id, revision: 0, title: 'A title', postContent: blocks('Words') })
  expect(next).toMatchObject({ status: 9, title: 'A title', revision: 1, slugUrl: 'a-title' })
  expect(await read(begun.id)).toEqual(next)
})

test('a post without a title can’t be published, now or later', async () => {
  const { id } = await saved()
  const issue = [{ field: 'title', message: 'Must not be empty.' }]
  expect((await publish(id)).body.details).toMatchObject(issue)
  const at = { tokenName: 'FORUM', postId: id, scheduledAt: forum.stoa.clock.now() + 60_000 }
  expect((await forum.stoa.call('postDraftSchedule', at, { token: forum.ada.token })).body.details).toMatchObject(issue)
})

test('saving uses no quota, keeps no revision and sends no events', async () => {
  const { token, id: userId } = await forum.stoa.member('dee_drafts', { join: ['FORUM'] })
  const follow = { followedUserId: userId, follow: true }
  await forum.stoa.call('userFollow', follow, { token: forum.bea.token })
  const count = async (table: string) =>
    Number((await forum.stoa.database.read(table).count({ count: '*' }))[0]?.count ?? 0)
  await forum.stoa.app.background.settled()
  await forum.stoa.app.jobs.drain()
  const before = [await count('notifications'), await count('outbox')]
  const { id } = await saved({}, token)
  for (let revision = 0; revision < 30; revision += 1) {
    await saved({ postId: id, revision, title: `Title ${revision}` }, token)
  }
  expect([await count('notifications'), await count('outbox')]).toEqual(before)
  expect(await forum.stoa.database.read('post_revisions').where({ post_id: id })).toEqual([])
  const post = { tokenName: 'FORUM', title: 'Now', postContent: blocks('Done'), postId: id, saveAsDraft: false }
  const published = (await forum.stoa.call('postEdit', post, { token })).body.payload.post
  expect(published).toMatchObject({ status: 0, slugUrl: 'now', editedAt: null })
  expect(await forum.stoa.database.read('post_slugs').where({ post_id: id })).toHaveLength(1)
})

test('of two tabs exactly one saves, and the other gets the stored version', async () => {
  const { id } = await saved()
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((text) => save({ postId: id, revision: 0, postContent: blocks(text) })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const taken = answers.find(({ status }) => status === 200)?.body.payload.post
  for (const { body } of answers.filter(({ status }) => status === 409)) {
    expect([body.code, body.details]).toEqual(['EDIT_CONFLICT', { post: taken }])
  }
})

test('a published or scheduled post isn’t overwritten by a draft', async () => {
  const { id } = await saved({ title: 'Out' })
  expect((await publish(id)).status).toBe(200)
  const late = await save({ postId: id, title: 'Changed' })
  expect([late.status, late.body.code]).toEqual([409, 'POST_NOT_DRAFT'])
  expect((await read(id)).title).toBe('Out')
})

test('a draft moved to another community keeps its text but not topic and address', async () => {
  const mover = await forum.stoa.member('moving_demo', { join: ['FORUM'] })
  const draft = await saved({ title: 'A boat' }, mover.token)
  const there = { postId: draft.id, tokenName: 'BOATS', title: 'A boat' }
  expect((await save(there, mover.token)).body.code).toBe('JOIN_REQUIRED')
  await forum.stoa.call('communityJoin', { tokenName: 'BOATS', join: true }, { token: mover.token })
  const moved = await saved(there, mover.token)
  expect(moved).toMatchObject({ tokenName: 'BOATS', title: 'A boat', flairIds: [], parentPostId: null })
  expect(await forum.stoa.database.read('post_slugs').where({ post_id: draft.id })).toHaveLength(1)
})

test('only partners create or save stories', async () => {
  const { id } = await saved({}, forum.bea.token)
  expect((await save({ kind: 'story' }, forum.bea.token)).body.code).toBe('FORBIDDEN')
  expect((await save({ postId: id, kind: 'story' }, forum.bea.token)).body.code).toBe('FORBIDDEN')
})

test('pictures and a poll are saved, kept when omitted, and removed when cleared', async () => {
  const heroImage = { url: 'https://pictures.example/a.jpg', alt: 'A boat', credit: 'By Bea' }
  const featuredImage = { url: 'https://pictures.example/b.jpg', credit: 'By Cem' }
  const begun = await saved({ heroImage, featuredImage, pollOptions: ['Yes', 'No'] })
  expect(begun).toMatchObject({ heroImage: { alt: 'A boat', credit: 'By Bea' }, featuredImage: { credit: 'By Cem' } })
  const kept = await saved({ postId: begun.id, title: 'With all' })
  expect([kept.heroImage, kept.featuredImage, kept.pollOptions]).toEqual([
    begun.heroImage,
    begun.featuredImage,
    ['Yes', 'No'],
  ])
  const bare = await saved({ postId: begun.id, heroImage: null, featuredImage: null, pollOptions: null })
  expect([bare.heroImage, bare.featuredImage, bare.pollOptions]).toEqual([null, null, null])
})

test('the first image or video still represents a post, and changes with it', async () => {
  const video = {
    type: 'video',
    data: { url: 'https://films.example/a.mp4', image: 'https://films.example/a.jpg', durationMs: 4000 },
  }
  const image = { type: 'image', data: { file: { url: 'https://pictures.example/c.jpg', width: 40, height: 30 } } }
  const withBlocks = (...blocks: object[]) => ({ postContent: JSON.stringify({ blocks }) })
  const begun = await saved(withBlocks(video, image))
  expect(begun.contentImage).toEqual({ url: expect.stringContaining('/media/proxy/') })
  expect(begun.video).toEqual({ durationMs: 4000 })
  const turned = await saved({ postId: begun.id, ...withBlocks(image, video) })
  expect(turned.contentImage).toMatchObject({ width: 40, height: 30 })
  expect(turned.video).toBeUndefined()
  const file = { url: '/media/0123456789abcdefghij/2400.webp', width: 2400, height: 1200, sizes: [480, 960] }
  const uploaded = await saved({ postId: begun.id, ...withBlocks({ type: 'image', data: { file } }) })
  expect(uploaded.contentImage).toEqual({ url: '/media/0123456789abcdefghij/960.webp', width: 960, height: 480 })
  // As saved before videos were marked.
  const still = { url: '/media/0123456789abcdefghij/poster.webp', width: 1280, height: 720 }
  await forum.stoa.database.transaction(({ connection }) =>
    connection('posts')
      .where({ id: begun.id })
      .update({ content_image: JSON.stringify(still) }),
  )
  expect(await read(begun.id)).toMatchObject({ contentImage: still, video: { durationMs: null } })
  const bare = await saved({ postId: begun.id, ...withBlocks() })
  expect(bare.contentImage).toBeNull()
})

test('an untitled draft is discarded and restored', async () => {
  const { id } = await saved()
  const target = { tokenName: 'FORUM', postId: id }
  await forum.stoa.call('postDraftDelete', target, { token: forum.ada.token })
  const back = await forum.stoa.call('postDelete', { ...target, hidden: false }, { token: forum.ada.token })
  expect(back.body.payload.post).toMatchObject({ status: 9, postContent: blocks('Begun') })
})

test('deleting an account deletes untitled drafts', async () => {
  const eve = await forum.stoa.member('eve_drafts', { join: ['FORUM'] })
  const { id } = await saved({ postContent: blocks('Nobody else’s business') }, eve.token)
  const erase = (limit: number) =>
    forum.stoa.database.transaction((tx) =>
      forum.stoa.app.services.posts.eraseOf(tx, { publisherId: eve.id, isUnseenOnly: true, limit }),
    )
  expect([await erase(10), await erase(10)]).toEqual([1, 0])
  const [row] = await forum.stoa.database.read('posts').where({ id })
  expect(row).toMatchObject({ content: empty, status: 2 })
})
