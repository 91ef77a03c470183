import type { PostSummary } from '@stoa/contract'
import { exampleId } from '@stoa/contract/fixtures'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPost } from '../load.ts'
import { react, vote } from '../mutations/index.ts'
import { start } from '../testing/start.ts'
import { loadThread } from '../threads.ts'
import { loadViewerFacts } from '../viewer-facts.ts'
import { createLive } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function startLive(poll: Partial<PostSummary> = {}) {
  const { server, stoa } = await start()
  Object.assign(stoa.options, { realtime: () => server.realtime })
  await createLive(stoa)
  const post = server.addPost(poll)
  await loadPost(stoa, { idOrSlug: post.id })
  server.eventDelay = () => 1
  const userId = server.viewer?.id ?? ''
  const settle = () => vi.runAllTimersAsync()
  return { server, stoa, post, userId, settle, state: () => stoa.state.getState() }
}

test('the viewer’s choice on another page shows here with its count, and disappears when undone', async () => {
  const { server, post, userId, settle, state } = await startLive()
  server.voteAs(userId, { postId: post.id, optionIndex: 2 })
  server.reactAs(userId, { entityId: post.id, reactionName: 'thumb-up' })
  await settle()
  expect([state().votes, state().reactions]).toEqual([{ [post.id]: 2 }, { [post.id]: 'thumb-up' }])
  expect(state().posts[post.id]).toMatchObject({ pollTotalVoters: 1, reactionsCount: { 'thumb-up': 1 } })
  server.voteAs(userId, { postId: post.id, optionIndex: -1 })
  server.reactAs(userId, { entityId: post.id, reactionName: '' })
  await settle()
  expect([state().votes, state().reactions]).toEqual([{}, {}])
})

test('the event of the viewer’s own choice here changes nothing', async () => {
  const { server, stoa, post, settle, state } = await startLive()
  server.eventDelay = () => 5
  server.outcomes.push({ up: 1, down: 10 }, { up: 1, down: 10 })
  const choices = Promise.all([
    vote(stoa, { postId: post.id, optionIndex: 1 }),
    react(stoa, { entityType: 'Post', entityId: post.id, reactionName: 'thumb-down' }),
  ])
  await settle()
  await choices
  expect([state().votes, state().reactions]).toEqual([{ [post.id]: 1 }, { [post.id]: 'thumb-down' }])
  expect(state().posts[post.id]).toMatchObject({ pollTotalVoters: 1, reactionsCount: { 'thumb-down': 1 } })
})

test('somebody else’s choice marks nothing', async () => {
  const { server, post, settle, state } = await startLive()
  server.emit('viewer.voted', { userId: exampleId(9, 'u'), postId: post.id, selectedOptionIndex: 0 })
  await settle()
  expect(state().votes).toEqual({})
})

test('a delayed older choice does not undo a newer one', async () => {
  const { server, post, userId, settle, state } = await startLive()
  server.eventDelay = () => 50
  server.voteAs(userId, { postId: post.id, optionIndex: 0 })
  server.eventDelay = () => 1
  server.voteAs(userId, { postId: post.id, optionIndex: 2 })
  await settle()
  expect(state().votes).toEqual({ [post.id]: 2 })
})

test('a response requested earlier does not undo a later event', async () => {
  const { server, stoa, post, userId, settle, state } = await startLive()
  server.voteAs(userId, { postId: post.id, optionIndex: 0 })
  await settle()
  server.outcomes.push({ up: 0, down: 20 })
  const loading = loadViewerFacts(stoa, [post.id])
  await vi.advanceTimersByTimeAsync(1)
  server.voteAs(userId, { postId: post.id, optionIndex: 1 })
  await settle()
  await loading
  expect(state().votes).toEqual({ [post.id]: 1 })
})

test('results opened by a vote on another page are fetched, and closed when it is undone', async () => {
  const settings = { closesAt: null, results: 'afterVote', voters: 'public' } as const
  const { server, stoa, post, userId, settle, state } = await startLive({ pollSettings: settings })
  const closedPoll = state().posts[post.id]
  if (closedPoll) stoa.state.setState({ posts: { [post.id]: { ...closedPoll, pollValues: null } } })
  server.voteAs(userId, { postId: post.id, optionIndex: 1 })
  // The results are closed to others.
  server.emit('poll.changed', { postId: post.id, pollValues: null, pollTotalVoters: 1 })
  await settle()
  expect(server.calls.at(-1)).toMatchObject({ name: 'viewerFacts', input: { postIds: post.id } })
  expect(state().posts[post.id]?.pollValues?.map(({ count }) => count)).toEqual([0, 1, 0])
  server.emit('viewer.voted', { userId, postId: post.id, selectedOptionIndex: -1 })
  server.emit('poll.changed', { postId: post.id, pollValues: null, pollTotalVoters: 0 })
  await settle()
  expect(state().posts[post.id]?.pollValues).toBeNull()
})

test('after a gap, choices made or undone elsewhere are fetched', async () => {
  const { server, post, userId, settle, state } = await startLive()
  server.reactAs(userId, { entityId: post.id, reactionName: 'thumb-up' })
  await settle()
  // The first connection follows right after the viewer's facts.
  server.calls.length = 0
  server.loseEvents()
  await settle()
  expect(server.calls.map(({ name }) => name)).not.toContain('viewerFacts')
  server.eventDelay = null
  server.reactAs(userId, { entityId: post.id, reactionName: '' })
  server.voteAs(userId, { postId: post.id, optionIndex: 1 })
  server.loseEvents()
  await settle()
  expect([state().votes, state().reactions]).toEqual([{ [post.id]: 1 }, {}])
})

test('a reaction on another page that created the article’s post shows on this one, which could not watch it yet', async () => {
  const { server, stoa, userId, settle, state } = await startLive()
  const article = { community: 'FORUM', url: 'https://news.example/a' }
  const { key } = await loadThread(stoa, article)
  const post = server.addPost({ articleUrl: article.url })
  server.eventDelay = null
  server.reactAs(userId, { entityId: post.id, reactionName: 'thumb-up' })
  server.eventDelay = () => 1
  server.emit('post.created', { tokenName: 'FORUM', post })
  await settle()
  expect(state().threads[key]?.postId).toBe(post.id)
  expect(state().reactions).toEqual({ [post.id]: 'thumb-up' })
})
