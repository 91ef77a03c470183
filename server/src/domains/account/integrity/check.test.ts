import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { picture, upload } from '../../../../test/uploads.ts'
import { fillLater } from '../../../platform/database/migrations/column-types.ts'
import { commentsDomain } from '../../content/comments/index.ts'

let forum: Forum
let postId: string
let topId: string
let replyId: string

const change = (table: string, id: string, values: object) =>
  forum.stoa.database.transaction(({ connection }) => connection(table).where({ id }).update(values))
const found = async () => (await forum.stoa.app.services.integrity.check()).map(({ check, row }) => [check, row])

beforeAll(async () => {
  forum = await startForum()
  postId = await forum.newPost()
  topId = (await forum.say(forum.ada.token, { postId })).id
  replyId = (await forum.say(forum.bea.token, { postId, replyToCommentId: topId })).id
  const react = (entityId: string, entityType: 'Post' | 'Comment') =>
    forum.stoa.call('postReaction', { entityId, entityType, reactionName: 'thumb-up' }, { token: forum.bea.token })
  await react(topId, 'Comment')
  await react(postId, 'Post')
})
afterAll(() => forum.stoa.close())

test('a database written only through the product is clean', async () => {
  expect(await found()).toEqual([])
})

test.each([
  ['comments.num_replies', 'comments', () => topId, { num_replies: 7 }],
  ['comments.up_count', 'comments', () => topId, { up_count: 0, score: 0 }],
  ['comments.is_listed', 'comments', () => replyId, { is_listed: 0 }],
  ['posts.num_comments', 'posts', () => postId, { num_comments: 1, score: 3 }],
  ['posts.score', 'posts', () => postId, { score: 0 }],
  ['communities.total_posts', 'communities', () => forum.communityId, { total_posts: 7 }],
  ['communities.number_of_members', 'communities', () => forum.communityId, { number_of_members: 0 }],
] as const)('%s: a wrong value is found and repaired', async (...[check, table, id, values]) => {
  await change(table, id(), values)
  expect(await found()).toEqual([[check, id()]])
  await forum.stoa.app.services.integrity.repair()
  expect(await found()).toEqual([])
})

test('the replies of a comment are counted without reading all comments of its post', async () => {
  const { read, dialect } = forum.stoa.database
  const counted = commentsDomain.tables.find(({ counters }) => counters?.num_replies)?.counters?.num_replies
  const [explain, search] =
    dialect.name === 'sqlite'
      ? ['explain query plan', /SEARCH r [^"]*parent_id=\?/]
      : ['explain', /"key":"comments_top"|on r using comments_top/]
  expect(JSON.stringify(await read.raw(`${explain} select ${counted} from comments t`))).toMatch(search)
})

test('a job fills derived columns of rows that older servers write during an upgrade', async () => {
  const { stoa } = forum
  const post = { tokenName: 'FORUM', title: 'Poll and video', pollOptions: ['Yes', 'No'] }
  const video = { type: 'video', data: { url: '/media/x.mp4', mimeType: 'video/mp4' } }
  const content = (blocks: object[]) => JSON.stringify({ blocks })
  const paragraph = { type: 'paragraph', data: { text: '"type":"video"' } }
  const { body } = await stoa.call('postCreate', { ...post, postContent: content([paragraph]) }, forum.ada)
  const { id } = body.payload.post
  const marks = async (entity: string) =>
    stoa.database.read('posts').where({ id: entity }).first('has_poll', 'has_video')
  await change('posts', id, { content: content([paragraph, video]), has_poll: 0 })
  await change('posts', postId, { has_poll: 1, has_video: 1 })
  const { runs } = await stoa.database.transaction(async ({ connection }) => {
    const jobs = () => connection('jobs').where({ kind: 'fill-derived-columns' })
    await fillLater(connection, { migration: 9999, table: 'posts', columns: ['has_poll', 'has_video'] })
    await fillLater(connection, { migration: 9999, table: 'posts', columns: ['has_poll', 'has_video'] })
    const runAts: number[] = await jobs().pluck('run_at')
    await jobs().update({ run_at: 0 })
    return { runs: runAts.length }
  })
  expect(runs).toBe(5)
  await stoa.app.jobs.drain()
  expect([await marks(id), await marks(postId)]).toEqual([
    { has_poll: 1, has_video: 1 },
    { has_poll: 0, has_video: 0 },
  ])
  expect(await stoa.database.read('jobs').where({ kind: 'fill-derived-columns' })).toEqual([])
})

test('rows that break a rule are reported and left unchanged', async () => {
  await change('comments', replyId, { parent_id: '0'.repeat(20) })
  const rules = [
    ['reply to a comment that is missing or in another thread', replyId],
    ['reply whose parent is missing, a reply, or under another post', replyId],
  ]
  expect((await found()).filter(([check]) => !check?.includes('.')).sort()).toEqual(rules)
  await forum.stoa.app.services.integrity.repair()
  expect((await found()).sort()).toEqual(rules)
  await change('comments', replyId, { parent_id: topId })
  await forum.stoa.app.services.integrity.repair()
})

test('a merged account has no session', async () => {
  const { ada, moderator } = forum
  const { id } = moderator
  await change('users', id, { forward_to: ada.id })
  const names = (await found()).map(([check]) => check)
  expect(names).toEqual(['session of an account that is merged into another'])
  await change('users', ada.id, { forward_to: forum.cem.id })
  expect(await found()).toContainEqual(['account merged into one that is missing, deleted or merged itself', id])
  for (const person of [ada.id, id]) await change('users', person, { forward_to: '' })
  expect(await found()).toEqual([])
})

test('uploads match the content that shows them', async () => {
  const { stoa, ada } = forum
  const { id, url } = await upload(stoa, ada.token, { bytes: await picture() })
  expect(await found()).toEqual([])
  await change('media', id, { unused_since: 0 })
  expect(await found()).toEqual([['upload that nothing shows, and nothing removes', id]])
  await stoa.call('userEdit', { profileImage: url }, { token: ada.token })
  expect(await found()).toEqual([])
  await change('media', id, { unused_since: 1, parent_id: '0'.repeat(20) })
  expect(await found()).toEqual([
    ['captions of a missing upload', id],
    ['upload that is shown, and would be removed as unused', id],
  ])
  await change('media', id, { unused_since: 0, parent_id: '' })
  const uses = (values: object) =>
    stoa.database.transaction(({ connection }) => connection('media_uses').where({ media_id: id }).update(values))
  await uses({ entity_id: '0'.repeat(20) })
  expect(await found()).toEqual([['upload in use by what is missing', id]])
  await uses({ entity_id: ada.id, media_id: '0'.repeat(20) })
  expect((await found()).toSorted()).toEqual([
    ['upload that nothing shows, and nothing removes', id],
    ['use of a missing upload', '0'.repeat(20)],
  ])
})
