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

async function newPoll(): Promise<string> {
  const content = { tokenName: 'FORUM', title: 'A poll', postContent: '{"blocks":[]}', pollOptions: ['A', 'B'] }
  return (await forum.stoa.call('postCreate', content, { token: forum.ada.token })).body.payload.post.id
}
const vote = (postId: string, selectedOptionIndex: number, { token } = forum.bea) =>
  forum.stoa.call('postVote', { postId, selectedOptionIndex }, { token })
const react = (entityId: string, reactionName: 'thumb-up' | '', entityType: 'Post' | 'Comment' = 'Post') =>
  forum.stoa.call('postReaction', { entityId, entityType, reactionName }, { token: forum.bea.token })
const own = (heard: { name: string; event: object }[]) =>
  heard.filter(({ name }) => /^viewer\.(voted|reacted)$/.test(name))
/** Omits notifications, such as those of the posts created by these tests. */
const ofPosts = <Heard extends { name: string }>(heard: Heard[]) =>
  heard.filter(({ name }) => !name.startsWith('notification.'))

test('a choice made on one page is sent only to the person’s other pages that show the post', async () => {
  const postId = await newPoll()
  const comment = await forum.say(forum.ada.token, { postId })
  const watch = { postIds: [postId] }
  const { token } = forum.bea
  const [one, other] = [await clients.connect({ token, watch }), await clients.connect({ token, watch })]
  const elsewhere = await clients.connect({ token, watch: { postIds: [await newPoll()] } })
  const strangers = [
    await clients.connect({ token: forum.ada.token, watch }),
    await clients.connect({ token: forum.admin.token, watch }),
    await clients.connect({ watch }),
    await clients.connect({ token: 'no token at all', watch }),
  ]
  await vote(postId, 1)
  await vote(postId, 1)
  await react(postId, 'thumb-up')
  await react(postId, 'thumb-up')
  await react(comment.id, 'thumb-up', 'Comment')
  await react(comment.id, '', 'Comment')
  const userId = forum.bea.id
  const expected = [
    { name: 'viewer.voted', event: { userId, postId, selectedOptionIndex: 1 } },
    { name: 'viewer.voted', event: { userId, postId, selectedOptionIndex: -1 } },
    {
      name: 'viewer.reacted',
      event: { userId, postId, entityType: 'Post', entityId: postId, reactionName: 'thumb-up' },
    },
    {
      name: 'viewer.reacted',
      event: { userId, postId, entityType: 'Comment', entityId: comment.id, reactionName: 'thumb-up' },
    },
    {
      name: 'viewer.reacted',
      event: { userId, postId, entityType: 'Comment', entityId: comment.id, reactionName: '' },
    },
  ]
  for (const page of [one, other]) {
    await vi.waitFor(() => expect(own(page.events)).toHaveLength(expected.length))
    expect(own(page.events)).toMatchObject(expected)
    // First the viewer's own choice, then the public counts.
    expect(ofPosts(page.events).slice(0, 2)).toMatchObject([{ name: 'viewer.voted' }, { name: 'poll.changed' }])
  }
  for (const stranger of strangers) {
    // The counts of the last change have arrived, so everything before has, too.
    await vi.waitFor(() => expect(ofPosts(stranger.events)).toHaveLength(expected.length))
    expect(own(stranger.events)).toEqual([])
    expect(JSON.stringify(ofPosts(stranger.events).map(({ event }) => event))).not.toContain(
      `"userId":"${userId}","postId"`,
    )
  }
  expect(ofPosts(elsewhere.events)).toEqual([])
})

test('clients can’t join a viewer’s room by name', async () => {
  const postId = await newPoll()
  const room = `viewer:${forum.bea.id}:${postId}`
  const nosy = await clients.connect({ token: forum.ada.token })
  nosy.socket.emit('watch', { postIds: [postId, room, room.slice(7)], communities: [room] })
  await vi.waitFor(() => expect(nosy.resumed).toHaveLength(1))
  await vote(postId, 0)
  await nosy.hears(1)
  expect(nosy.names()).toEqual(['poll.changed'])
})

test('after a reconnect a page gets only its reader’s own choices', async () => {
  // Move past earlier activity in these tests.
  forum.stoa.clock.advance(60_000)
  const postId = await newPoll()
  const lastEventId = firstIdAt(forum.stoa.clock.now())
  await vote(postId, 0)
  await vote(postId, 1)
  await react(postId, 'thumb-up')
  const watch = { postIds: [postId] }
  const back = await clients.connect({ token: forum.bea.token, watch, lastEventId })
  await vi.waitFor(() => expect(back.resumed).toHaveLength(1))
  expect(own(back.events)).toMatchObject([
    { name: 'viewer.voted', event: { selectedOptionIndex: 0 } },
    { name: 'viewer.voted', event: { selectedOptionIndex: 1 } },
    { name: 'viewer.reacted', event: { reactionName: 'thumb-up' } },
  ])
  for (const token of [forum.ada.token, '']) {
    const stranger = await clients.connect({ token, watch, lastEventId })
    await vi.waitFor(() => expect(stranger.resumed).toHaveLength(1))
    expect(stranger.names()).toEqual(['poll.changed', 'poll.changed', 'reaction.changed'])
  }
})

test('nothing is sent after unwatching the post or ending the session', async () => {
  const postId = await newPoll()
  const member = await forum.stoa.member('ivy_demo', { join: ['FORUM'] })
  const watch = { postIds: [postId] }
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: member.id, site: '', lasting: false })
  const left = await clients.connect({ token: member.token, watch })
  left.socket.emit('unwatch', watch)
  left.socket.emit('watch', {})
  await vi.waitFor(() => expect(left.resumed).toHaveLength(2))
  const ended = await clients.connect({ token: member.token, watch })
  await forum.stoa.app.services.sessions.endAllOf(member.id)
  await vi.waitFor(() => expect(ended.names()).toContain('session.ended'))
  // Another device signs in again, but a connection of the ended session remains a visitor's.
  expect(signedIn.accessToken).not.toBe(member.token)
  const again = await forum.stoa.app.services.sessions.begin({ userId: member.id, site: '', lasting: false })
  await vi.waitFor(async () => {
    const { status } = await vote(postId, 0, { id: member.id, token: again.signedIn.accessToken })
    expect(status).toBe(200)
  })
  await vi.waitFor(() => expect(ended.names()).toContain('poll.changed'))
  expect(own(ended.events)).toEqual([])
  expect(own(left.events)).toEqual([])
})

test('viewers of an article without a thread learn of its first comment only', async () => {
  const article = { url: 'https://news.example/opened?utm_source=x' }
  const watch = { articles: ['FORUM https://news.example/opened'] }
  const [reader, ofCommunity, other] = [
    await clients.connect({ watch }),
    await clients.connect({ watch: { communities: ['FORUM'] } }),
    await clients.connect({ watch: { articles: ['GUARDED https://news.example/opened'] } }),
  ]
  await forum.stoa.app.services.partnerOrigins.register(forum.communityId, 'https://news.example')
  const say = async (content: string) => {
    const input = { tokenName: 'FORUM', article, content }
    const { status, body } = await forum.stoa.call('commentCreate', input, { token: forum.ada.token })
    expect(status).toBe(200)
    return body.payload.comment.postId
  }
  const asked = { community: 'FORUM', url: article.url }
  const { articleUrl } = (await forum.stoa.call('articleThread', asked)).body.payload
  const postId = await say('First')
  await reader.hears(1)
  expect((await forum.stoa.call('articleThread', asked)).body.payload.post?.id).toBe(postId)
  await say('Second')
  const last = await clients.connect({ watch })
  expect(last.events).toEqual([])
  const opened = reader.events.filter(({ name }) => name === 'article.opened')
  expect(opened).toMatchObject([{ event: { tokenName: 'FORUM', postId, articleUrl } }])
  expect(other.events).toEqual([])
  // It is unlisted, so the community's readers aren't notified of it.
  expect(ofCommunity.names()).not.toContain('article.opened')
  // Nobody can watch its hidden post, so they learn from the article that it is back.
  const setHidden = (hidden: boolean) =>
    forum.stoa.call('postDelete', { tokenName: 'FORUM', postId, hidden, reason: 'spam' }, forum.admin)
  expect((await setHidden(true)).status).toBe(200)
  expect((await setHidden(false)).status).toBe(200)
  await last.hears(1)
  expect(last.events).toMatchObject([{ name: 'article.opened', event: { postId, articleUrl } }])
})
