import { type CallInput, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const paragraph = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })

/** Publishes a post in FORUM and returns its id. */
async function write(title: string, text = 'Nothing else.', by = forum.ada): Promise<string> {
  forum.stoa.clock.advance(2000)
  const input = { tokenName: 'FORUM', title, postContent: paragraph(text) }
  const { body } = await forum.stoa.call('postCreate', input, { token: by.token })
  expect(body.status).toBe('success')
  return body.payload.post.id
}

const settle = () => forum.stoa.app.services.searchIndex.settle()

async function posts(query: string, about: Partial<CallInput<'searchPosts'>> & { token?: string } = {}) {
  const { token, ...input } = about
  await settle()
  const { body, status } = await forum.stoa.call('searchPosts', { query, ...input }, token ? { token } : {})
  expect(status).toBe(200)
  return body.payload
}
const idsOf = async (...about: Parameters<typeof posts>) => (await posts(...about)).items.map(({ post }) => post.id)

test('a post is found by words of its title and text', async () => {
  const id = await write('The footbridge reopens', 'After a year of repairs, pedestrians return.')
  expect(await idsOf('footbridge')).toEqual([id])
  expect(await idsOf('PEDESTRIANS footbridge')).toEqual([id])
  expect(await idsOf('"year of repairs"')).toEqual([id])
  expect(await idsOf('"repairs of year"')).toEqual([])
  expect(await idsOf('footbridge -pedestrians')).toEqual([])
  expect(await idsOf('footbridge from:ada_demo')).toEqual([id])
  expect(await idsOf('footbridge from:bea_demo')).toEqual([])
  expect(await idsOf('footbridge from:nobody')).toEqual([])
  expect(await idsOf('footbridge after:2026-01-15 before:2026-01-16')).toEqual([id])
  expect(await idsOf('footbridge after:2026-01-16')).toEqual([])
  expect(await idsOf('footbridge', { tokenName: 'FORUM' })).toEqual([id])
  expect(await idsOf('footbridge', { tokenName: 'GUARDED' })).toEqual([])
  expect(await idsOf('footbridge', { sort: 'new' })).toEqual([id])
})


test('a pending post is found by moderators of its community only', async () => {
  const id = await write('A chandelier')
  const update = (status: number) =>
    forum.stoa.database.transaction(({ connection }) => connection('posts').where({ id }).update({ status }))
  await update(PostStatus.pending)
  expect(await idsOf('chandelier')).toEqual([])
  expect(await idsOf('chandelier', { token: forum.bea.token })).toEqual([])
  expect(await idsOf('chandelier', { token: forum.moderator.token })).toEqual([id])
  expect(await idsOf('chandelier', { token: forum.admin.token })).toEqual([id])
  await update(PostStatus.draft)
  expect(await idsOf('chandelier', { token: forum.admin.token })).toEqual([])
})
