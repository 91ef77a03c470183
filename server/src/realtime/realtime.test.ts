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

test.each([[['websocket']], [['polling']], [['polling', 'websocket']]] as ('websocket' | 'polling')[][][])(
  'watchers of a thread get its events by %j, others don’t',
  async (transports) => {
    const postId = await forum.newPost()
    const watcher = await clients.connect({ watch: { postIds: [postId] }, transports })
    const wanted = transports.at(-1) ?? ''
    await vi.waitFor(() => expect(watcher.socket.io.engine.transport.name).toBe(wanted))
    const other = await clients.connect({ watch: { postIds: [await forum.newPost()] } })
    const comment = await forum.say(forum.ada.token, { postId })
    const [first] = await watcher.hears(1)
    expect(first).toMatchObject({ name: 'comment.created', event: { postId, comment, numComments: 1 } })
    await forum.stoa.call(
      'postReaction',
      { entityId: comment.id, entityType: 'Comment', reactionName: 'thumb-up' },
      { token: forum.bea.token },
    )
    expect((await watcher.hears(2))[1]).toMatchObject({
      name: 'reaction.changed',
      event: { entityId: comment.id, reactionsCount: { 'thumb-up': 1, 'thumb-down': 0 } },
    })
    await aMoment()
    expect(other.events).toEqual([])
  },
)

test('the nonce of a new comment is repeated in its event, even after a reconnect', async () => {
  const postId = await forum.newPost()
  const lastEventId = firstIdAt(forum.stoa.clock.now())
  const watcher = await clients.connect({ watch: { postIds: [postId] } })
  await forum.say(forum.ada.token, { postId, nonce: 'n-1' })
  await forum.say(forum.ada.token, { postId })
  const nonces = async (client: typeof watcher) =>
    (await client.hears(2)).map(({ event }) => (event as EventOf<'comment.created'>).nonce)
  expect(await nonces(watcher)).toEqual(['n-1', undefined])
  const late = await clients.connect({ watch: { postIds: [postId] }, lastEventId })
  expect(await nonces(late)).toEqual(['n-1', undefined])
})

test('non-public posts can’t be watched, and a post that stops being public sends no more events', async () => {
  const secret = await forum.newPost({ publisherId: forum.ada.id, status: 9 })
  const client = await clients.connect({
    watch: { postIds: [secret], communities: ['NOWHERE'] },
    token: forum.ada.token,
  })
  const { app, database } = forum.stoa
  await database.transaction(async (tx) => {
    const payload = { postId: secret, post: null }
    app.events.publish(tx, { name: 'post.changed', room: `post:${secret}`, payload })
  })
  await aMoment()
  expect(client.events).toEqual([])

  const postId = await forum.newPost()
  const reader = await clients.connect({ watch: { postIds: [postId] } })
  const tell = () =>
    database.transaction(async (tx) => {
      app.events.publish(tx, { name: 'post.changed', room: `post:${postId}`, payload: { postId, post: null } })
    })
  await tell()
  await tell()
  await reader.hears(1)
  await aMoment()
  expect(reader.names()).toEqual(['post.changed'])
})

test('a reader whose list grows ten times quickly stays connected and hears of its last item', async () => {
  const { socket, hears, resumed } = await clients.connect()
  const postIds = await Promise.all(Array.from({ length: 220 }, () => forum.newPost()))
  // As `client/src/realtime.ts` sends it: only what is new, and first what exceeds a connection's limit.
  for (let size = 20; size <= 200; size += 20) socket.emit('watch', { postIds: postIds.slice(size - 20, size) })
  socket.emit('unwatch', { postIds: postIds.slice(0, 20) })
  socket.emit('watch', { postIds: postIds.slice(200) })
  await vi.waitFor(() => expect(resumed).toHaveLength(11))
  const postId = postIds.at(-1) ?? ''
  await forum.say(forum.ada.token, { postId })
  expect((await hears(1))[0]).toMatchObject({ name: 'comment.created', event: { postId } })
  expect(socket.connected).toBe(true)
})

test('nothing arrives after unwatch', async () => {
  const postId = await forum.newPost()
  const client = await clients.connect({ watch: { postIds: [postId] } })
  client.socket.emit('unwatch', { postIds: [postId] })
  // Once this is acknowledged, earlier events have arrived.
  client.socket.emit('watch', {})
  await vi.waitFor(() => expect(client.resumed).toHaveLength(2))
  await forum.say(forum.ada.token, { postId })
  await aMoment()
  expect(client.events).toEqual([])
})

test('every watch is acknowledged, so that a reader knows when it is subscribed', async () => {
  const client = await clients.connect({ watch: {} })
  client.socket.emit('watch', { postIds: [await forum.newPost()] })
  await vi.waitFor(() => expect(client.resumed).toHaveLength(2))
  expect(client.resumed[1]).toEqual({
    lastEventId: firstIdAt(forum.stoa.clock.now()),
    at: forum.stoa.clock.now(),
  })
})

test('a community’s room gets its counts and its new logo', async () => {
  const client = await clients.connect({ watch: { communities: ['FORUM'] } })
  const dan = await forum.stoa.member('dan_demo', { join: ['FORUM'] })
  await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: false }, { token: dan.token })
  expect((await client.hears(2)).map(({ name }) => name)).toEqual(['community.changed', 'community.changed'])
  const { stoa, communityId, admin } = forum
  await stoa.app.services.memberships.setRole(communityId, admin.id, { permissions: ['editBBS'] })
  const address = 'https://cdn.example/logo.png'
  await stoa.call('communityEdit', { tokenName: 'FORUM', logoImageURI: address }, { token: admin.token })
  const logoImageURI = stoa.app.services.media.picture(address)
  expect((await client.hears(3)).at(-1)).toMatchObject({ name: 'community.changed', event: { logoImageURI } })
})

test('missed events are replayed after a reconnect, once each and in order', async () => {
  const postId = await forum.newPost()
  const before = await clients.connect({ watch: { postIds: [postId] } })
  await forum.say(forum.ada.token, { postId, content: 'one' })
  const last = (await before.hears(1))[0]?.event.id ?? ''
  before.socket.disconnect()
  forum.stoa.clock.advance(60_000)
  await forum.say(forum.ada.token, { postId, content: 'two' })
  await forum.say(forum.ada.token, { postId, content: 'three' })
  const after = await clients.connect({ watch: { postIds: [postId] }, lastEventId: last })
  const contents = (await after.hears(3)).map(({ event }) => (event as EventOf<'comment.created'>).comment.content)
  // The overlap repeats known events, which clients recognize by id.
  expect(contents).toEqual(['one', 'two', 'three'])
  expect(after.events[0]?.event.id).toBe(last)
  await vi.waitFor(() => expect(after.resumed).toHaveLength(1))
  expect(after.resumed[0]?.lastEventId).toBe(firstIdAt(forum.stoa.clock.now()))
})

test('content hidden since is not replayed', async () => {
  const postId = await forum.newPost()
  const lastEventId = firstIdAt(forum.stoa.clock.now())
  const secret = await forum.say(forum.ada.token, { postId, content: 'secret' })
  await forum.say(forum.bea.token, { postId, replyToCommentId: secret.id })
  await forum.hide(forum.moderator.token, { commentId: secret.id, reason: 'spam' })
  const late = await clients.connect({ watch: { postIds: [postId] }, lastEventId })
  await late.hears(3)
  expect(JSON.stringify(late.events)).not.toContain('secret')
  expect(JSON.stringify(late.events)).not.toContain('ada_demo')
})

test('too old or too many missed events are a gap', async () => {
  const postId = await forum.newPost()
  await forum.say(forum.ada.token, { postId })
  const old = firstIdAt(forum.stoa.clock.now() - 24 * 60 * 60 * 1000)
  const late = await clients.connect({ watch: { postIds: [postId] }, lastEventId: old })
  expect(late.names()).toEqual(['resume.gap'])
  const nonsense = await clients.connect({ watch: { postIds: [postId] }, lastEventId: 'x' })
  expect(nonsense.names()).toEqual(['resume.gap'])

  const { app, database, clock } = forum.stoa
  const from = app.ids.next()
  await database.transaction(async (tx) => {
    const message = { name: 'post.changed', room: `post:${postId}`, payload: { postId, post: null } } as const
    for (let count = 0; count < 501; count += 1) app.events.publish(tx, message)
  })
  clock.advance(1000)
  const many = await clients.connect({ watch: { postIds: [postId] }, lastEventId: from })
  expect(many.names()).toEqual(['resume.gap'])
})

test('private events go only to their own user, until the session ends', async () => {
  const member = await forum.stoa.member('eve_demo')
  const own = await clients.connect({ token: member.token, watch: {} })
  const other = await clients.connect({ token: forum.bea.token, watch: {} })
  const visitor = await clients.connect({ token: 'no token at all', watch: {} })
  const join = () => forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token: member.token })
  await join()
  expect((await own.hears(1))[0]).toMatchObject({ name: 'viewer.changed', event: { userId: member.id } })
  await forum.stoa.app.services.sessions.endAllOf(member.id)
  expect((await own.hears(2))[1]?.name).toBe('session.ended')
  // The session is looked up first. After that nothing arrives.
  await vi.waitFor(async () => {
    const before = own.events.length
    await forum.stoa.database.transaction(async (tx) => {
      const payload = { userId: member.id }
      forum.stoa.app.events.publish(tx, { name: 'viewer.changed', room: `user:${member.id}`, payload })
    })
    await aMoment()
    expect(own.events).toHaveLength(before)
  })
  expect([...other.events, ...visitor.events]).toEqual([])
})

test('a session of one site is valid only on that site', async () => {
  const member = await forum.stoa.member('gus_demo')
  const site = 'https://news.example'
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: member.id, site, lasting: false })
  const there = await clients.connect({ token: signedIn.accessToken, origin: site, watch: {} })
  const elsewhere = await clients.connect({ token: signedIn.accessToken, origin: 'https://other.example', watch: {} })
  await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token: member.token })
  expect(await there.hears(1)).toMatchObject([{ name: 'viewer.changed' }])
  await aMoment()
  expect(elsewhere.events).toEqual([])
})

test.each([
  ['no object', 'all'],
  ['no lists', { postIds: 'all' }],
  ['no strings', { postIds: [{}], communities: [null] }],
  ['more than may be watched', { postIds: Array.from({ length: 201 }, (_, index) => String(index).padStart(20, '0')) }],
])('a malformed watch request is granted nothing and breaks nothing: %s', async (_name, wish) => {
  const client = await clients.connect()
  client.socket.emit('watch', wish)
  await vi.waitFor(() => expect(client.resumed).toHaveLength(1))
  expect(client.events).toEqual([])
  expect(client.socket.connected).toBe(true)
})

test('a client that floods or sends too much at once is cut off', async () => {
  const flood = await clients.connect()
  for (let count = 0; count < 100; count += 1) flood.socket.emit('watch', {})
  await vi.waitFor(() => expect(flood.socket.connected).toBe(false))
  const large = await clients.connect()
  large.socket.emit('watch', { communities: ['x'.repeat(20_000)] })
  await vi.waitFor(() => expect(large.socket.connected).toBe(false))
})
