import type { SessionChange } from '@stoa/client'
import { exampleComment, exampleId, exampleMe, examplePost } from '@stoa/contract/fixtures'
import { describe, expect, test, vi } from 'vitest'
import { loadList } from './lists.ts'
import { applyEvent } from './live/apply-event.ts'
import { postComments } from './queries.ts'
import { createStoa } from './stoa.ts'
import { createFakeServer, refusal } from './testing/fake-server.ts'
import { loadViewer } from './viewer.ts'

/** Longer than any call, to advance fake time. */
const LONG = 60_000

/** An application with a session that changes as if in another tab. */
function startWithSession() {
  const server = createFakeServer()
  let notifyChange = () => {}
  const session = {
    ...server.session,
    refresh: async () => null,
    signOut: async () => {},
    onChange(listener: (change: SessionChange) => void) {
      notifyChange = () => listener('in')
      return () => {
        notifyChange = () => {}
      }
    },
  }
  const stoa = createStoa({ client: server, session, storage: null })
  return { server, stoa, change: () => notifyChange(), state: () => stoa.state.getState() }
}

test('without a session the viewer is a visitor, and no request is made', async () => {
  const server = createFakeServer()
  const stoa = createStoa({ client: server })
  expect(stoa.state.getState().viewer).toBeUndefined()
  expect(await loadViewer(stoa)).toBeNull()
  expect(stoa.state.getState().viewer).toBeNull()
  expect(server.calls).toEqual([])
})

test('concurrent callers share one request', async () => {
  const { server, stoa } = startWithSession()
  const viewers = await Promise.all([loadViewer(stoa), loadViewer(stoa), loadViewer(stoa)])
  expect(new Set(viewers.map((viewer) => viewer?.id))).toEqual(new Set([exampleId(1, 'u')]))
  await loadViewer(stoa)
  expect(server.calls).toHaveLength(1)
})

test('a refused token means a visitor; an unreachable server leaves it unknown', async () => {
  const { server, stoa, state } = startWithSession()
  server.outcomes.push({ up: 0, down: 0, refuse: 'NETWORK' }, { up: 0, down: 0, refuse: 'AUTH_REQUIRED' })
  await expect(loadViewer(stoa)).rejects.toMatchObject({ code: refusal('NETWORK').code })
  expect(state().viewer).toBeUndefined()
  expect(await loadViewer(stoa)).toBeNull()
})

describe('facts', () => {
  test('are loaded for what was shown before the viewer was known', async () => {
    const { server, stoa, state } = startWithSession()
    const { id: postId } = server.addPost()
    const { id } = server.addComment({ postId })
    server.reactAs(exampleId(1, 'u'), { entityId: id, reactionName: 'thumb-up' })
    await loadList(stoa, postComments(postId))
    expect(state().reactions).toEqual({})
    await loadViewer(stoa)
    expect(state().reactions).toEqual({ [id]: 'thumb-up' })
  })

  test('of one person, and what only they may read, never show for the next', async () => {
    const { server, stoa, change, state } = startWithSession()
    const { id: postId } = server.addPost()
    const { id } = server.addComment({ postId, content: 'hidden text', status: 1 })
    server.reactAs(exampleId(1, 'u'), { entityId: id, reactionName: 'thumb-up' })
    await loadList(stoa, postComments(postId))
    await loadViewer(stoa)
    server.viewer = exampleMe({ id: exampleId(2, 'u') })
    change()
    await vi.waitFor(() => expect(state().viewer?.id).toBe(exampleId(2, 'u')))
    expect(state().reactions).toEqual({})
    expect(state().comments[id]?.content).toBeNull()
    server.viewer = null
    change()
    await vi.waitFor(() => expect(state().viewer).toBeNull())
  })

  test('are correct although others react during the request', async () => {
    vi.useFakeTimers()
    const { server, stoa, state } = startWithSession()
    const { id } = server.addPost()
    server.reactAs(exampleId(1, 'u'), { entityId: id, reactionName: 'thumb-up' })
    stoa.state.setState({ posts: Object.fromEntries(server.posts) })
    server.outcomes.push({ up: 0, down: 0 }, { up: 0, down: LONG })
    void loadViewer(stoa)
    await vi.waitFor(() => expect(server.calls.at(-1)?.name).toBe('viewerFacts'))
    const reactionsCount = { 'thumb-up': 2, 'thumb-down': 0 }
    const about = { id: exampleId(1, 'e'), at: 0, postId: id, entityType: 'Post', entityId: id } as const
    applyEvent(stoa, { name: 'reaction.changed', ...about, reactionsCount })
    await vi.runAllTimersAsync()
    expect(state().reactions).toEqual({ [id]: 'thumb-up' })
    expect(state().posts[id]?.reactionsCount).toEqual(reactionsCount)
    vi.useRealTimers()
  })

  test('of somebody who has signed out meanwhile are ignored', async () => {
    vi.useFakeTimers()
    const { server, stoa, change, state } = startWithSession()
    const { id } = server.addPost()
    server.reactAs(exampleId(1, 'u'), { entityId: id, reactionName: 'thumb-up' })
    stoa.state.setState({ posts: Object.fromEntries(server.posts) })
    server.outcomes.push({ up: 0, down: 0 }, { up: 0, down: LONG })
    void loadViewer(stoa)
    await vi.waitFor(() => expect(server.calls.at(-1)?.name).toBe('viewerFacts'))
    server.viewer = null
    change()
    await vi.runAllTimersAsync()
    expect([state().viewer, state().reactions]).toEqual([null, {}])
    vi.useRealTimers()
  })
})

test('destroying the application unsubscribes', async () => {
  const { server, stoa, change } = startWithSession()
  await loadViewer(stoa)
  server.calls.length = 0
  stoa.destroy()
  change()
  await Promise.resolve()
  expect(server.calls).toEqual([])
})

test('a name changed elsewhere shows on everything the viewer wrote, and nothing else', async () => {
  const { server, stoa, state } = startWithSession()
  const me = exampleMe({ id: exampleId(1, 'u') })
  const ownComment = { ...exampleComment(), publisherId: me.id }
  const other = { ...exampleComment(), id: exampleId(9, 'c'), publisherId: exampleId(2, 'u') }
  const post = { ...examplePost(), publisherId: me.id }
  await loadViewer(stoa)
  const { networkAdmin: _, ...profile } = me
  stoa.state.setState({
    comments: { [ownComment.id]: ownComment, [other.id]: other },
    posts: { [post.id]: post },
    users: { [me.id]: profile },
  })
  const name = { username: 'another_name', displayName: 'Another Name', slugUrl: 'another-name' }
  server.viewer = { ...me, ...name }
  await loadViewer(stoa, { force: true })
  const publisher = {
    publisherName: 'another_name',
    publisherProfileName: 'Another Name',
    publisherSlugUrl: 'another-name',
  }
  const { comments, posts, users } = state()
  expect(comments).toEqual({
    [ownComment.id]: { ...ownComment, ...publisher, publisherImageUrl: me.profileImageUrl },
    [other.id]: other,
  })
  expect(posts[post.id]).toMatchObject(publisher)
  expect(users[me.id]).toEqual({ ...profile, ...name })
})
