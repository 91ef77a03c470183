import type { EventOf } from '@stoa/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../test/forum.ts'
import { createLiveClients, type LiveClients } from '../../test/live-clients.ts'
import { firstIdAt } from '../platform/ids.ts'

let forum: Forum
let clients: LiveClients

beforeAll(async () => {
  forum = await startForum()
  clients = createLiveClients(forum.stoa.url)
})
afterEach(() => clients.leave())
afterAll(() => forum.stoa.close())

/** How long to wait to show that nothing arrives. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 60))

/** Events a visitor of the community gets after a reconnect, if a post was created and then changed by `change`. */
async function heardOfNewPost(change: (postId: string) => Promise<unknown>) {
  const lastEventId = firstIdAt(forum.stoa.clock.now())
  forum.stoa.clock.advance(10_000)
  const draft = {
    tokenName: 'FORUM',
    title: 'Secret plans',
    postContent: '{"blocks":[{"type":"paragraph","data":{"text":"Psst"}}]}',
  }
  const { body } = await forum.stoa.call('postCreate', draft, { token: forum.ada.token })
  const { id } = body.payload.post
  await change(id)
  const late = await clients.connect({ watch: { communities: ['FORUM'], postIds: [id] }, lastEventId })
  await vi.waitFor(() => expect(late.resumed).toHaveLength(1))
  return late.events.filter(({ event }) => JSON.stringify(event).includes(id))
}

const setRow = (table: 'posts' | 'comments', id: string, change: Record<string, unknown>) =>
  forum.stoa.database.transaction(({ connection }) => connection(table).where({ id }).update(change))

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('a new post that now has status %i is not announced again', async (status) => {
  expect(await heardOfNewPost((id) => setRow('posts', id, { status }))).toEqual([])
})

test('a new post is replayed in its current state', async () => {
  const heard = await heardOfNewPost((id) => setRow('posts', id, { title: 'Open plans' }))
  expect(heard).toMatchObject([{ name: 'post.created', event: { post: { title: 'Open plans' } } }])
})

test('a deleted post is not announced again', async () => {
  const remove = (id: string) =>
    forum.stoa.database.transaction(({ connection }) => connection('posts').where({ id }).del())
  expect(await heardOfNewPost(remove)).toEqual([])
})

test('a comment that was hidden or is pending again is not replayed', async () => {
  const postId = await forum.newPost()
  const lastEventId = firstIdAt(forum.stoa.clock.now())
  const [hidden, waiting, shown] = [
    await forum.say(forum.ada.token, { postId, content: 'hidden words' }),
    await forum.say(forum.ada.token, { postId, content: 'waiting words' }),
    await forum.say(forum.bea.token, { postId, content: 'shown words' }),
  ]
  await setRow('comments', hidden.id, { status: 3 })
  await setRow('comments', waiting.id, { status: 5 })
  const late = await clients.connect({ watch: { postIds: [postId] }, lastEventId })
  await vi.waitFor(() => expect(late.resumed).toHaveLength(1))
  expect(late.events.map(({ event }) => (event as EventOf<'comment.created'>).comment)).toMatchObject([
    { id: hidden.id, content: null, publisherName: 'anonymous' },
    { id: shown.id, content: 'shown words' },
  ])
})

test('nothing of a thread is replayed once its post is hidden', async () => {
  const postId = await forum.newPost()
  const lastEventId = firstIdAt(forum.stoa.clock.now())
  await forum.say(forum.ada.token, { postId })
  const reader = await clients.connect({ watch: { postIds: [postId] } })
  // A client admitted a moment ago is still in the room, but must not get the content.
  await setRow('posts', postId, { status: 1 })
  const late = await clients.connect({ watch: { postIds: [postId] }, lastEventId })
  await vi.waitFor(() => expect(late.resumed).toHaveLength(1))
  expect([...reader.events, ...late.events]).toEqual([])
})

test('an event swept up after a crash has the current state', async () => {
  const { app, clock, database } = forum.stoa
  await app.events.flush()
  const [hiddenId, shownId] = [await forum.newPost(), await forum.newPost()]
  const listener = await clients.connect({ watch: { communities: ['FORUM'] } })
  const rows = await Promise.all(
    [hiddenId, shownId].map(async (postId) => {
      const id = app.ids.next()
      const post = (await app.services.posts.summariesById([postId])).get(postId)
      const payload = JSON.stringify({ id, at: clock.now(), tokenName: 'FORUM', post })
      return { id, name: 'post.created', room: 'community:FORUM', payload, created_at: clock.now(), delivered_at: 0 }
    }),
  )
  await database.transaction(({ connection }) => connection('outbox').insert(rows))
  await setRow('posts', hiddenId, { status: 2 })
  clock.advance(10_000)
  expect(await app.events.sweep()).toBe(2)
  expect((await listener.hears(1)).map(({ event }) => (event as EventOf<'post.created'>).post.id)).toEqual([shownId])
  await aMoment()
  expect(listener.events).toHaveLength(1)
})
