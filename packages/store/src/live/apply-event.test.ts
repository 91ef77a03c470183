import { CommentStatus, PostStatus } from '@stoa/contract'
import { exampleId, exampleMe } from '@stoa/contract/fixtures'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listOf, putEntities } from '../cache.ts'
import { loadList, showNewItems } from '../lists.ts'
import { loadPost } from '../load.ts'
import { react, vote } from '../mutations/index.ts'
import { feed, newItemsKey, postComments, repliesOf } from '../queries.ts'
import { startLive } from '../testing/start.ts'
import { loadThread } from '../threads.ts'
import { loadViewer } from '../viewer.ts'
import { applyEvent } from './apply-event.ts'
import { replayEvents } from './watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a comment by somebody else', () => {
  test('waits behind the button, counts at once, and appears once, however often its event arrives', async () => {
    const { server, stoa, post, emit, state } = await startLive()
    const query = postComments(post.id)
    await loadList(stoa, query)
    const comment = server.addComment({ postId: post.id })
    await emit('comment.created', { postId: post.id, comment, numComments: 1 })
    expect(listOf(stoa, query).ids).toEqual([])
    expect(state().newItems[post.id]).toEqual([comment.id])
    expect(state().posts[post.id]?.numComments).toBe(1)
    showNewItems(stoa, query)
    await emit('comment.created', { postId: post.id, comment, numComments: 1 })
    expect(listOf(stoa, query).ids).toEqual([comment.id])
    expect(state().newItems[post.id]).toBeUndefined()
  })

  test('a reply waits at its comment, whose count includes it once', async () => {
    const { server, stoa, post, emit, state } = await startLive()
    const parent = server.addComment({ postId: post.id })
    await vi.runAllTimersAsync()
    showNewItems(stoa, postComments(post.id))
    const reply = server.addComment({ postId: post.id, parentCommentId: parent.id })
    await vi.runAllTimersAsync()
    await emit('comment.created', { postId: post.id, comment: reply, numComments: 2 })
    expect(state().newItems).toEqual({ [parent.id]: [reply.id] })
    expect(state().comments[parent.id]?.numComments).toBe(1)
    showNewItems(stoa, repliesOf(parent.id))
    expect(listOf(stoa, repliesOf(parent.id)).ids).toEqual([reply.id])
  })

  test('deleted before it was shown no longer waits', async () => {
    const { server, stoa, post, emit, state } = await startLive()
    await loadList(stoa, postComments(post.id))
    const comment = server.addComment({ postId: post.id })
    await emit('comment.created', { postId: post.id, comment, numComments: 1 })
    expect(state().newItems[post.id]).toEqual([comment.id])
    const hidden = { ...comment, content: null, status: CommentStatus.hiddenByPublisher }
    await emit('comment.updated', { postId: post.id, comment: hidden, numComments: 0 })
    expect(state().newItems[post.id]).toEqual([])
  })

  test('an edit or hiding changes the comment in place, with the count', async () => {
    const { server, stoa, post, emit, state } = await startLive()
    const comment = server.addComment({ postId: post.id })
    await vi.runAllTimersAsync()
    showNewItems(stoa, postComments(post.id))
    await emit('comment.updated', {
      postId: post.id,
      comment: { ...comment, content: 'Better', editedAt: 5 },
      numComments: 1,
    })
    expect(state().comments[comment.id]).toMatchObject({ content: 'Better', editedAt: 5 })
    await emit('comment.updated', {
      postId: post.id,
      comment: { ...comment, content: null, status: 2 },
      numComments: 0,
    })
    expect(state().comments[comment.id]).toMatchObject({ content: null, status: 2 })
    expect(state().posts[post.id]?.numComments).toBe(0)
  })

  test('an edit or hiding changes previews in feeds, which new comments don’t move', async () => {
    const { server, stoa, post, emit, state } = await startLive()
    const comment = server.addComment({ postId: post.id })
    const [preview, other] = ['Before', 'Another'].map((excerpt, index) => ({
      id: index === 0 ? comment.id : exampleId(7, 'c'),
      publisherId: '',
      publisherName: 'Otto',
      createdAt: 1,
      excerpt,
    }))
    server.posts.set(post.id, { ...post, previewComments: [preview!, other!] })
    await loadList(stoa, { call: 'postList', params: { type: 'all' } }, { force: true })
    server.posts.set(post.id, post)
    const words = () => state().posts[post.id]?.previewComments?.map(({ excerpt }) => excerpt)
    expect(words()).toEqual(['Before', 'Another'])
    await loadPost(stoa, { idOrSlug: post.id })
    await emit('post.changed', { postId: post.id, post: { ...post, isPinned: true } })
    await emit('comment.created', { postId: post.id, comment: { ...comment, id: exampleId(8, 'c') }, numComments: 3 })
    expect(words()).toEqual(['Before', 'Another'])
    await emit('comment.updated', { postId: post.id, comment: { ...comment, content: 'After' }, numComments: 3 })
    expect(words()).toEqual(['After', 'Another'])
    const hidden = { ...comment, content: null, status: 1 }
    const reaction = react(stoa, { entityId: post.id, entityType: 'Post', reactionName: 'thumb-up' })
    applyEvent(stoa, { name: 'comment.updated', id: '', at: 0, postId: post.id, comment: hidden, numComments: 2 })
    expect(words()).toEqual(['Another'])
    await vi.runAllTimersAsync()
    await reaction
    expect(words()).toEqual(['Another'])
  })

  test('the public form of a comment leaves its moderation score, which is loaded again after an edit', async () => {
    const { server, stoa, post, emit, state } = await startLive()
    server.viewer = exampleMe({ tokenPermissions: { FORUM: ['hideContent'] } })
    await loadViewer(stoa, { force: true })
    const comment = server.addComment({ postId: post.id })
    await vi.runAllTimersAsync()
    showNewItems(stoa, postComments(post.id))
    const since = stoa.versions.current
    await emit('comment.updated', { postId: post.id, comment, numComments: 1 })
    // The event was sent before the unchanged comment arrived again.
    putEntities(stoa, { comments: { [comment.id]: { ...comment, moderationScore: 90 } } }, since)
    expect(state().comments[comment.id]?.moderationScore).toBe(90)
    const editedComment = { ...comment, content: 'Better', editedAt: 5 }
    await emit('comment.updated', { postId: post.id, comment: editedComment, numComments: 1 })
    expect(state().comments[comment.id]).toMatchObject({ content: 'Better', moderationScore: 90 })
    expect(server.calls.at(-1)).toMatchObject({ name: 'viewerFacts', input: { commentIds: comment.id } })
  })

  test('a change of a comment not shown adds it nowhere', async () => {
    const { server, post, emit, state } = await startLive()
    server.eventDelay = null
    const comment = server.addComment({ postId: post.id })
    server.eventDelay = () => 1
    await emit('comment.updated', { postId: post.id, comment, numComments: 1 })
    expect(state().comments).toEqual({})
  })
})

test.each([
  ['a moderator', 'somebody else', { tokenPermissions: { FORUM: ['hideContent' as const] } }],
  ['its author', 'the viewer', {}],
])('%s keeps words and author of a hidden comment, which the public event no longer has', async (_, author, rights) => {
  const { server, stoa, post, emit, state } = await startLive()
  const viewer = exampleMe({ id: exampleId(1, 'u'), ...rights })
  server.viewer = viewer
  await loadViewer(stoa, { force: true })
  const publisherId = author === 'the viewer' ? viewer.id : exampleId(9, 'u')
  const comment = server.addComment({ postId: post.id, content: 'Rude', publisherId })
  await vi.runAllTimersAsync()
  const hidden = { ...comment, content: null, publisherId: '', publisherName: 'anonymous', status: 1 }
  await emit('comment.updated', { postId: post.id, comment: hidden, numComments: 0 })
  expect(state().comments[comment.id]).toMatchObject({ content: 'Rude', publisherId, status: 1 })
  expect(server.calls.at(-1)).toMatchObject({ name: 'viewerFacts', input: { commentIds: comment.id } })
})

test('closed results that the viewer’s vote has opened are fetched, not removed', async () => {
  const { server, stoa, post, emit, state } = await startLive()
  await vote(stoa, { postId: post.id, optionIndex: 1 })
  await vi.runAllTimersAsync()
  server.voteAs('somebody', { postId: post.id, optionIndex: 1 })
  await emit('poll.changed', { postId: post.id, pollValues: null, pollTotalVoters: 2 })
  expect(server.calls.at(-1)).toMatchObject({ name: 'viewerFacts', input: { postIds: post.id } })
  expect(state().posts[post.id]?.pollValues?.map(({ count }) => count)).toEqual([0, 2, 0])
})

describe('a post', () => {
  test('a change keeps its blocks; changed content is fetched', async () => {
    const { server, post, emit, state } = await startLive()
    server.calls.length = 0
    await emit('post.changed', { postId: post.id, post: { ...post, isPinned: true } })
    expect(state().posts[post.id]).toMatchObject({ isPinned: true, postContent: '[]' })
    expect(server.calls).toEqual([])
    await emit('post.changed', { postId: post.id, post: { ...post, title: 'New title', editedAt: 9 } })
    expect(server.calls.map(({ name }) => name)).toEqual(['postGet'])
  })

  test('one that is no longer public disappears unless the viewer may see it', async () => {
    const { server, stoa, post, emit, state } = await startLive()
    const feed = { call: 'postList', params: { type: 'all' } } as const
    await loadList(stoa, feed)
    await emit('post.changed', { postId: post.id, post: null })
    expect(state().posts[post.id]).toBeDefined()
    server.posts.delete(post.id)
    await emit('post.changed', { postId: post.id, post: null })
    expect(state().posts[post.id]).toBeUndefined()
    expect(listOf(stoa, feed).ids).toEqual([])
  })

  test('a new one waits above the feed of its community', async () => {
    const { server, stoa, post, emit, state } = await startLive()
    const newer = { ...post, id: 'N'.repeat(20) }
    server.posts.set(newer.id, newer)
    await emit('post.created', { tokenName: 'FORUM', post: newer })
    expect(state().newItems['posts:FORUM']).toEqual([newer.id])
    const feed = { call: 'postList', params: { type: 'community', tokenName: 'FORUM' } } as const
    await loadList(stoa, feed, { limit: 1 })
    showNewItems(stoa, feed)
    expect(listOf(stoa, feed).ids[0]).toBe(newer.id)
  })

  test('a new one waits in lists of its topic and kind, and not above other feeds', async () => {
    const { stoa, post, emit, state } = await startLive()
    const newer = { ...post, id: 'N'.repeat(20), kind: 'community' as const, flairIds: ['F'.repeat(20)] }
    await emit('post.created', { tokenName: 'FORUM', post: newer })
    const waitsFor = (params: Parameters<typeof feed>[0]) =>
      state().newItems[newItemsKey(feed({ tokenName: 'FORUM', ...params }))] ?? []
    for (const params of [{}, { type: 'all' }, { type: 'community' }, { flairId: 'F'.repeat(20) }] as const) {
      expect.soft(waitsFor(params)).toEqual([newer.id])
    }
    const others = [{ type: 'partner' }, { flairId: 'G'.repeat(20) }, { type: 'user' }, { type: 'pinned' }] as const
    for (const params of others) expect.soft(waitsFor(params)).toEqual([])
    showNewItems(stoa, feed({ tokenName: 'FORUM', flairId: 'F'.repeat(20) }))
    expect(waitsFor({ flairId: 'F'.repeat(20) })).toEqual([])
  })

  test('a known one that is published now is updated in place', async () => {
    const { stoa, post, emit, state } = await startLive()
    putEntities(stoa, { posts: { [post.id]: { ...post, status: PostStatus.scheduled } } })
    await emit('post.created', { tokenName: 'FORUM', post })
    expect(state().posts[post.id]?.status).toBe(PostStatus.published)
    expect(state().newItems['posts:FORUM']).toBeUndefined()
  })

  test('the first one of an open article becomes its thread', async () => {
    const { server, stoa, emit, state } = await startLive()
    const article = { community: 'FORUM', url: 'https://news.example/a' }
    const { key } = await loadThread(stoa, article)
    const post = server.addPost({ articleUrl: article.url })
    await emit('post.created', { tokenName: 'FORUM', post })
    expect(state().threads[key]?.postId).toBe(post.id)
    expect(state().newItems['posts:FORUM']).toBeUndefined()
  })

  test('one that the viewer hid on a partner’s site stays there, to be restored', async () => {
    const { server, stoa, post, emit, state } = await startLive()
    putEntities(stoa, { posts: { [post.id]: { ...post, status: PostStatus.hiddenByAdmin } } })
    stoa.state.setState({ viewer: { ...exampleMe(), site: 'https://news.example' } })
    server.posts.delete(post.id)
    await emit('post.changed', { postId: post.id, post: null })
    expect(state().posts[post.id]).toBeDefined()
  })

  test('of an article that is hidden hides its thread, until it is restored', async () => {
    const { server, stoa, emit, state } = await startLive()
    const article = { community: 'FORUM', url: 'https://news.example/a' }
    const post = server.addPost({ articleUrl: article.url })
    const { key } = await loadThread(stoa, article)
    server.calls.length = 0
    post.status = 1
    await emit('post.changed', { postId: post.id, post: null })
    // On a partner's page nothing else may be read.
    const callNames = server.calls.map(({ name }) => name)
    expect([callNames.includes('articleThread'), callNames.includes('postGet')]).toEqual([true, false])
    expect(state().threads[key]).toMatchObject({ isHidden: true, postId: post.id })
    post.status = 7
    await emit('post.changed', { postId: post.id, post: { ...post } })
    expect(state().threads[key]?.isHidden).toBe(false)
    // The same for events that arrived before the components were hydrated.
    post.status = 1
    const early = { name: 'post.changed', id: '0'.repeat(20), at: 1, postId: post.id, post: null } as const
    await replayEvents(stoa, { events: [early], hasGap: false })
    await vi.advanceTimersByTimeAsync(0)
    expect(state().threads[key]?.isHidden).toBe(true)
  })
})

test('a community’s counts and logo change in place; unknown communities are ignored', async () => {
  const { server, stoa, emit, state } = await startLive()
  const looks = { logoImageURI: '/media/logo.webp', bannerImageURI: '/media/banner.webp', accent: '#0b5563' }
  const counts = { numberOfMembers: 12, totalPosts: 3, ...looks, membersOnly: true }
  const change = { tokenName: 'FORUM', ...counts }
  await emit('community.changed', change)
  expect(state().communities).toEqual({})
  const { community } = await server.call('communityJoin', { tokenName: 'FORUM', join: true })
  stoa.state.setState({ communities: { FORUM: community } })
  await emit('community.changed', change)
  expect(state().communities.FORUM).toMatchObject({ ...counts, title: 'The Forum' })
  await emit('community.changed', { ...change, membersOnly: false })
  expect(state().communities.FORUM?.membersOnly).toBe(false)
})

test('changed permissions are fetched', async () => {
  const { server, emit, state } = await startLive()
  server.viewer = exampleMe({ id: server.viewer?.id ?? '', bannedCommunities: { FORUM: 0 } })
  await emit('viewer.changed', { userId: server.viewer.id })
  expect(state().viewer?.bannedCommunities).toEqual({ FORUM: 0 })
})

test('the first comment on an open article arrives by itself; other articles cause no request', async () => {
  const { server, stoa, emit, state } = await startLive()
  const article = { community: 'FORUM', url: 'https://news.example/a' }
  const { key } = await loadThread(stoa, article)
  const { id } = server.addPost({ articleUrl: article.url })
  const comment = server.addComment({ postId: id })
  server.calls.length = 0
  await emit('article.opened', { tokenName: 'FORUM', postId: id, articleUrl: 'https://news.example/b' })
  expect(server.calls).toEqual([])
  await emit('article.opened', { tokenName: 'FORUM', postId: id, articleUrl: article.url })
  await vi.runAllTimersAsync()
  expect(state().threads[key]?.postId).toBe(id)
  expect(state().newItems).toEqual({ [id]: [comment.id] })
})

test('a hidden thread is loaded when its post is back', async () => {
  const { server, stoa, emit, state } = await startLive()
  const article = { community: 'FORUM', url: 'https://news.example/a' }
  const { id } = server.addPost({ articleUrl: article.url })
  const { key } = await loadThread(stoa, article)
  stoa.state.setState(({ threads }) => ({ threads: { ...threads, [key]: { ...threads[key]!, isHidden: true } } }))
  await emit('article.opened', { tokenName: 'FORUM', postId: id, articleUrl: article.url })
  await vi.runAllTimersAsync()
  expect(state().threads[key]).toMatchObject({ postId: id, isHidden: false })
})

test('destroying the application closes its live connection', async () => {
  const { server, stoa, post, emit, state } = await startLive()
  stoa.destroy()
  const comment = server.addComment({ postId: post.id })
  await emit('comment.created', { postId: post.id, comment, numComments: 1 })
  expect(state().comments).toEqual({})
})

test('a changed name or picture shows on everything of that user, and nowhere else', async () => {
  const { server, stoa, post, emit, state } = await startLive()
  const [wren, otto] = [exampleId(20, 'u'), exampleId(21, 'u')]
  const parent = server.addComment({ postId: post.id, publisherId: wren })
  const replyFields = {
    publisherId: otto,
    replyToCommentId: parent.id,
    replyToPublisherName: 'wren',
    parentCommentId: parent.id,
  }
  const reply = server.addComment({ postId: post.id, ...replyFields })
  const preview = { id: parent.id, publisherId: wren, publisherName: 'wren', excerpt: 'Words', createdAt: 1 }
  await vi.runAllTimersAsync()
  const posts = { [post.id]: { ...post, publisherId: wren, previewComments: [preview] } }
  stoa.state.setState({ posts, users: { [wren]: exampleMe({ id: wren }) } })
  const before = state()
  // A pending reaction keeps the former rows.
  const reaction = react(stoa, { entityId: parent.id, entityType: 'Comment', reactionName: 'thumb-up' })
  const user = {
    id: wren,
    username: 'wren_two',
    displayName: 'Wren Two',
    slugUrl: 'wren-two',
    profileImageUrl: '/w.png',
  }
  await emit('user.changed', { user })
  await reaction
  const authorFields = {
    publisherName: 'wren_two',
    publisherProfileName: 'Wren Two',
    publisherSlugUrl: 'wren-two',
    publisherImageUrl: '/w.png',
  }
  expect(state().posts[post.id]).toEqual({
    ...before.posts[post.id],
    ...authorFields,
    previewComments: [{ ...preview, publisherName: 'Wren Two' }],
  })
  expect(state().comments[parent.id]).toMatchObject(authorFields)
  expect(state().comments[reply.id]).toEqual({ ...before.comments[reply.id], replyToPublisherName: 'Wren Two' })
  expect(state().users[wren]).toEqual({ ...before.users[wren], ...user })
  const then = state()
  await emit('user.changed', { user: { ...user, id: exampleId(22, 'u') } })
  expect([state().posts, state().comments, state().users]).toEqual([then.posts, then.comments, then.users])
})
