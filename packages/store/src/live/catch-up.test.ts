import { exampleMe } from '@stoa/contract/fixtures'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listOf } from '../cache.ts'
import { loadList, showNewItems } from '../lists.ts'
import { loadPost } from '../load.ts'
import { postComments } from '../queries.ts'
import { startLive } from '../testing/start.ts'
import { loadThread } from '../threads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('lost events are made up for behind the button, without moving anything', async () => {
  const { server, stoa, post, state } = await startLive()
  const query = postComments(post.id)
  const old = server.addComment({ postId: post.id, content: 'old' })
  await vi.runAllTimersAsync()
  showNewItems(stoa, query)
  server.eventDelay = null
  const missedComment = server.addComment({ postId: post.id, content: 'missed' })
  server.addComment({ postId: post.id, content: 'missed reply', parentCommentId: old.id })
  Object.assign(old, { content: 'edited', editedAt: 7 })
  server.loseEvents()
  await vi.runAllTimersAsync()
  expect(listOf(stoa, query).ids).toEqual([old.id])
  expect(state().comments[old.id]).toMatchObject({ content: 'edited', numComments: 1 })
  expect(state().newItems[post.id]).toEqual([missedComment.id])
  expect(state().newItems[old.id]).toHaveLength(1)
  expect(state().posts[post.id]?.numComments).toBe(3)
})

test('after a gap only later comments are new, not those on unloaded pages', async () => {
  const { server, stoa, post, state } = await startLive()
  server.eventDelay = null
  for (let count = 0; count < 15; count += 1) server.addComment({ postId: post.id, content: `c${count}` })
  await loadPost(stoa, { idOrSlug: post.id })
  await loadList(stoa, postComments(post.id), { limit: 3 })
  const missedComment = server.addComment({ postId: post.id })
  server.loseEvents()
  await vi.runAllTimersAsync()
  expect(state().newItems).toEqual({ [post.id]: [missedComment.id] })
  server.loseEvents()
  await vi.runAllTimersAsync()
  expect(state().newItems).toEqual({ [post.id]: [missedComment.id] })
})

test('a gap loads the first comments of an article without a thread, in one request', async () => {
  const { server, stoa, state } = await startLive()
  const article = { community: 'FORUM', url: 'https://news.example/a' }
  const { key } = await loadThread(stoa, article)
  server.eventDelay = null
  const { id } = server.addPost({ articleUrl: article.url })
  const comment = server.addComment({ postId: id })
  server.calls.length = 0
  server.loseEvents()
  await vi.runAllTimersAsync()
  expect(state().threads[key]?.postId).toBe(id)
  expect(state().newItems).toEqual({ [id]: [comment.id] })
  expect(server.calls.map(({ name }) => name).filter((name) => name !== 'me' && name !== 'viewerFacts')).toEqual([
    'articleThread',
  ])
})

test('permissions changed before or between connections are fetched; visitors cause no request', async () => {
  const { server, stoa, state } = await startLive()
  server.viewer = exampleMe({ id: server.viewer?.id ?? '', bannedCommunities: { FORUM: 0 } })
  server.loseEvents()
  await vi.runAllTimersAsync()
  expect(state().viewer?.bannedCommunities).toEqual({ FORUM: 0 })
  stoa.state.setState({ viewer: null })
  server.calls.length = 0
  server.loseEvents()
  await vi.runAllTimersAsync()
  expect(server.calls.map(({ name }) => name)).not.toContain('me')
})
