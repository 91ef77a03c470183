import { PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { notifications, plannedMails } = notificationRecipients(() => forum.stoa)
const { signedUp, merge } = mergeActions(() => forum.stoa, 'watcher')

type Person = { id: string; token: string }

const watch = ({ token }: { token: string }, postId: string, isWatched = true) =>
  forum.stoa.call('postWatch', { postId, watch: isWatched }, { token })
const about = async (person: Person, postId: string) =>
  (await notifications(person)).filter(({ post }) => post?.id === postId)
const kinds = async (person: Person, postId: string) => (await about(person, postId)).map(({ kind }) => kind)
const drain = () => forum.stoa.app.jobs.drain()

test('who watches a post is told of each comment, grouped, and no longer once they stop', async () => {
  const { ada, bea, moderator } = forum
  const reader = await signedUp()
  const postId = await forum.newPost({ publisherId: ada.id })
  for (const _ of [1, 2]) expect((await watch(reader, postId)).body.payload).toEqual({ watched: true })
  const first = await forum.say(bea.token, { postId, content: 'One' })
  await forum.say(moderator.token, { postId, content: 'Two', replyToCommentId: first.id })
  await drain()
  expect(await about(reader, postId)).toMatchObject([
    { kind: 'watched', count: 2, actorCount: 2, excerpt: 'Two', post: { id: postId } },
  ])
  expect(await kinds(bea, postId)).toEqual(['reply'])
  expect((await watch(reader, postId, false)).body.payload).toEqual({ watched: false })
  await forum.say(bea.token, { postId, content: 'Three' })
  await drain()
  expect(await about(reader, postId)).toMatchObject([{ count: 2 }])
  // By default nobody gets mails of it.
  expect(await plannedMails()).not.toContain('watched')
})

test('nobody is told twice of a comment, nor of their own', async () => {
  const { bea, ada } = forum
  const [reader, other] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost({ publisherId: ada.id })
  for (const person of [reader, other, ada]) await watch(person, postId)
  const { id } = await forum.say(reader.token, { postId, content: `Hello @${other.username}` })
  await drain()
  expect([await kinds(reader, postId), await kinds(other, postId)]).toEqual([[], ['mention']])
  expect(await kinds(ada, postId)).toEqual(['reply'])
  await forum.say(bea.token, { postId, content: 'An answer', replyToCommentId: id })
  await drain()
  expect(await kinds(reader, postId)).toEqual(['reply'])
  expect((await kinds(other, postId)).toSorted()).toEqual(['mention', 'watched'])
})

test('an edit tells nobody who watches', async () => {
  const { bea } = forum
  const reader = await signedUp()
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(bea.token, { postId, content: 'Before' })
  await watch(reader, postId)
  const edit = { tokenName: 'FORUM', commentId, content: 'After, with @ada_demo' }
  expect((await forum.stoa.call('commentEdit', edit, { token: bea.token })).status).toBe(200)
  await drain()
  expect(await kinds(reader, postId)).toEqual([])
})

test('posts that are gone, bans and settings end it', async () => {
  const { bea, stoa } = forum
  const [reader, silent, banned] = [await signedUp(), await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  for (const person of [reader, silent, banned]) await watch(person, postId)
  const off = { notificationSettings: { onSite: { watched: false } } }
  await stoa.call('notificationSettings', off, { token: silent.token })
  const ban = { tokenName: 'FORUM', banUserId: banned.id, ban: true }
  expect((await stoa.call('userBan', ban, { token: forum.admin.token })).status).toBe(200)
  await forum.say(bea.token, { postId })
  await drain()
  expect(await kinds(reader, postId)).toEqual(['watched'])
  expect([await kinds(silent, postId), await kinds(banned, postId)]).toEqual([[], []])
  const status = PostStatus.hiddenByAdmin
  await stoa.database.transaction(({ connection }) => connection('posts').where({ id: postId }).update({ status }))
  expect(await kinds(reader, postId)).toEqual([])
  expect((await watch(reader, postId)).body.code).toBe('POST_NOT_FOUND')
  expect((await watch(reader, postId, false)).status).toBe(200)
})

test('nothing is stored for people who have blocked or muted the author, or muted the post', async () => {
  const { stoa } = forum
  const people = [await signedUp(), await signedUp(), await signedUp(), await signedUp()] as const
  const [reader, blocking, muting, leaving] = people
  const pest = await stoa.member('watched_pest', { join: ['FORUM'] })
  const postId = await forum.newPost()
  for (const person of people) await watch(person, postId)
  await stoa.call('dmBlock', { blockUserId: pest.id, block: true }, { token: blocking.token })
  const mute = (entityType: 'user' | 'post', entityId: string, { token }: Person) =>
    stoa.call('notificationBlock', { entityType, entityId, block: true }, { token })
  await mute('user', pest.id, muting)
  await mute('post', postId, leaving)
  const { id } = await forum.say(pest.token, { postId })
  await drain()
  const told: string[] = await stoa.database.read('notification_causes').where({ cause_id: id }).pluck('recipient_id')
  expect(told.filter((one) => people.some((person) => person.id === one))).toEqual([reader.id])
})

test('many who watch are told in batches, each once; two accounts of a person count as one', async () => {
  const { stoa, bea } = forum
  const postId = await forum.newPost()
  const [main, other] = [await signedUp(), await signedUp()]
  for (const person of [main, other]) await watch(person, postId)
  await merge(main, other)
  const template = await stoa.database.read('users').where({ id: forum.cem.id }).first()
  const ids = Array.from({ length: 230 }, (_, index) => `watch${String(index).padStart(15, '0')}`)
  await stoa.database.transaction(async ({ connection }) => {
    const people = ids.map((id) => ({ ...template, id, username_key: id, slug: id, email: null, email_key: null }))
    const rows = ids.map((user_id) => ({
      user_id,
      entity_id: postId,
      entity_type: 'Post',
      community_id: forum.communityId,
      watched_at: 1,
    }))
    await connection.batchInsert('users', people, 20)
    await connection.batchInsert('watches', rows, 50)
  })
  const { id } = await forum.say(bea.token, { postId })
  await stoa.app.background.settled()
  await drain()
  const told: string[] = await stoa.database.read('notification_causes').where({ cause_id: id }).pluck('recipient_id')
  expect(told.toSorted()).toEqual([...ids, main.id].toSorted())
})

test('the viewer’s facts and their other pages know what they watch', async () => {
  const { stoa } = forum
  const reader = await signedUp()
  const postId = await forum.newPost()
  const heard: { name: string; event: object }[] = []
  const end = stoa.app.events.subscribe((event) => void heard.push(event))
  for (const isWatched of [true, true, false, true]) await watch(reader, postId, isWatched)
  end()
  expect(heard.filter(({ name }) => name === 'viewer.watched')).toMatchObject([
    { event: { userId: reader.id, postId, entityId: postId, watched: true } },
    { event: { watched: false } },
    { event: { watched: true } },
  ])
  const facts = (await stoa.call('viewerFacts', { postIds: postId }, { token: reader.token })).body.payload
  expect(facts.watched).toEqual([postId])
})
