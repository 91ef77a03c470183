import { type Me, MUTE_PLACES, type MuteCause, type PagePlace } from '@stoa/contract'
import { exampleId, exampleMe, examplePreviews, exampleSummary } from '@stoa/contract/fixtures'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listOf, putEntities } from './cache.ts'
import { loadList, showNewItems } from './lists.ts'
import { setBlock, setMute } from './mutes.ts'
import { postComments } from './queries.ts'
import { startLive } from './testing/start.ts'
import { loadViewer } from './viewer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pest = exampleId(9, 'v')
const NOTHING = { blocked: [], users: [], posts: [], topics: [], words: [] }

describe('in the forum', () => {
  const causes: [MuteCause, Partial<NonNullable<Me['mutes']>>][] = [
    ['blocked', { blocked: [pest] }],
    ['user', { users: [pest] }],
    ['word', { words: ['Ducks'] }],
  ]
  test.each(causes)('comments are muted when loaded and when they arrive live: %s', async (cause, mutes) => {
    const { server, stoa, post, emit, state } = await startLive()
    const [first, other] = [
      server.addComment({ postId: post.id, publisherId: pest, content: 'No ducks!' }),
      server.addComment({ postId: post.id, content: 'Geese' }),
    ]
    await vi.runAllTimersAsync()
    server.viewer = exampleMe({ mutes: { ...NOTHING, ...mutes } })
    await loadViewer(stoa, { force: true })
    await loadList(stoa, postComments(post.id), { force: true })
    expect(state().muted).toEqual({ [first.id]: cause })
    const late = server.addComment({ postId: post.id, publisherId: pest, content: 'Ducks' })
    await emit('comment.created', { postId: post.id, comment: late, numComments: 3 })
    expect(state().muted).toEqual({ [first.id]: cause, [late.id]: cause })
    expect(state().muted[other.id]).toBeUndefined()
  })

  test('muting and blocking take effect at once, and end at once', async () => {
    const { server, stoa, post, state } = await startLive()
    server.answers({ notificationBlock: () => ({}), dmBlock: ({ block }) => ({ status: block }) })
    const comment = server.addComment({ postId: post.id, publisherId: pest })
    await vi.runAllTimersAsync()
    const change = async (work: Promise<void>) => {
      await vi.runAllTimersAsync()
      await work
      return state().muted[comment.id]
    }
    expect(await change(setMute(stoa, { entityType: 'user', entityId: pest, block: true }))).toBe('user')
    expect(await change(setBlock(stoa, { userId: pest, block: true }))).toBe('blocked')
    expect(await change(setBlock(stoa, { userId: pest, block: false }))).toBe('user')
    expect(await change(setMute(stoa, { entityType: 'user', entityId: pest, block: false }))).toBeUndefined()
  })
})

/** Viewers by what they have done. Who was blocked has done nothing. */
const viewers: Record<MuteCause, Me> = {
  blocked: exampleMe({ mutes: { ...NOTHING, blocked: [pest] } }),
  blockedBy: exampleMe(),
  user: exampleMe({ mutes: { ...NOTHING, users: [pest] } }),
  word: exampleMe({ mutes: { ...NOTHING, words: ['Ducks'] } }),
  post: exampleMe({ mutes: { ...NOTHING, posts: [exampleSummary().id] } }),
  topic: exampleMe({ mutes: { ...NOTHING, topics: [...exampleSummary().flairIds] } }),
  community: exampleMe({ hiddenCommunities: [exampleSummary().tokenName] }),
}

/** Whether a place shows a text of the pest to a viewer. The tests of the comments cover mentions. */
const shows: Record<Exclude<PagePlace, 'mentions'>, (viewer: Me) => Promise<boolean>> = {
  async comments(viewer) {
    const { server, stoa, post, state } = await startLive()
    const { id } = server.addComment({ postId: post.id, publisherId: pest, content: 'No ducks!' })
    server.viewer = viewer
    const loading = Promise.all([
      loadViewer(stoa, { force: true }),
      loadList(stoa, postComments(post.id), { force: true }),
    ])
    await vi.runAllTimersAsync()
    await loading
    expect(state().comments[id]).toBeDefined()
    return state().muted[id] === undefined
  },
  async previews(viewer) {
    const { stoa, server, state } = await startLive()
    const [example] = examplePreviews
    if (!example) throw new Error('There is no example.')
    const preview = { ...example, publisherId: pest, excerpt: 'No ducks!' }
    putEntities(stoa, { posts: { [exampleSummary().id]: exampleSummary({ previewComments: [preview] }) } })
    server.viewer = viewer
    const loading = loadViewer(stoa, { force: true })
    await vi.runAllTimersAsync()
    await loading
    return state().muted[preview.id] === undefined
  },
}

describe.each(Object.keys(shows) as (keyof typeof shows)[])('%s', (place) => {
  test.each(Object.keys(viewers) as MuteCause[])('%s', async (cause) => {
    const effects: Record<MuteCause, string> = MUTE_PLACES[place]
    expect(await shows[place](viewers[cause])).toBe(effects[cause] === 'shown')
  })
})

describe('on a partner’s site', () => {
  /** A member of the site, and what the server says is muted. */
  async function startThere({ hasMutes }: { hasMutes: boolean }) {
    const live = await startLive()
    const { server, stoa } = live
    const muted: Record<string, 'user' | 'word'> = {}
    server.answers({
      viewerFacts: () => ({ reactions: {}, votes: {}, comments: [], ...(server.viewer?.hasMutes && { muted }) }),
      notificationBlock: () => ({}),
    })
    const become = (hasMutes: boolean) => {
      server.viewer = exampleMe({ site: 'https://paper.example', ...(hasMutes && { hasMutes }) })
    }
    become(hasMutes)
    const loading = loadViewer(stoa, { force: true })
    await vi.runAllTimersAsync()
    await loading
    await loadList(stoa, postComments(live.post.id))
    server.calls.length = 0
    return { ...live, muted, become }
  }

  test('a live comment is shown once the server has said whether it is muted', async () => {
    const { server, stoa, post, emit, state, muted } = await startThere({ hasMutes: true })
    const comment = server.addComment({ postId: post.id, content: 'Ducks' })
    muted[comment.id] = 'word'
    await emit('comment.created', { postId: post.id, comment, numComments: 1 })
    expect(server.calls).toMatchObject([{ name: 'viewerFacts', input: { commentIds: comment.id } }])
    expect([state().newItems[post.id], state().muted]).toEqual([[comment.id], { [comment.id]: 'word' }])
    showNewItems(stoa, postComments(post.id))
    expect(listOf(stoa, postComments(post.id)).ids).toEqual([comment.id])
    delete muted[comment.id]
    const edited = { ...comment, content: 'Geese', editedAt: comment.createdAt + 1 }
    await emit('comment.updated', { postId: post.id, comment: edited, numComments: 1 })
    expect(state().muted).toEqual({})
  })

  test('a live comment counts as new unless the server says that it is muted', async () => {
    const { server, stoa, post, emit, state, muted } = await startThere({ hasMutes: true })
    stoa.state.setState({ reads: { [post.id]: { until: 0, newComments: 0 } } })
    const one = server.addComment({ postId: post.id })
    muted[one.id] = 'word'
    await emit('comment.created', { postId: post.id, comment: one, numComments: 1 })
    expect(state().reads[post.id]?.newComments).toBe(0)
    const other = server.addComment({ postId: post.id })
    await emit('comment.created', { postId: post.id, comment: other, numComments: 2 })
    expect(state().reads[post.id]).toMatchObject({ newComments: 1, firstNew: { id: other.id } })
  })

  test('a live comment costs nothing if the viewer has muted nothing', async () => {
    const { server, post, emit, state } = await startThere({ hasMutes: false })
    const comment = server.addComment({ postId: post.id })
    await emit('comment.created', { postId: post.id, comment, numComments: 1 })
    expect([server.calls, state().newItems[post.id]]).toEqual([[], [comment.id]])
  })

  test('after muting, the server says what is muted, and after the last mute, nothing is', async () => {
    const { server, stoa, post, state, muted, become } = await startThere({ hasMutes: false })
    const comment = server.addComment({ postId: post.id, publisherId: pest })
    await vi.runAllTimersAsync()
    const mute = async (block: boolean) => {
      become(block)
      if (block) muted[comment.id] = 'user'
      else delete muted[comment.id]
      const work = setMute(stoa, { entityType: 'user', entityId: pest, block })
      await vi.runAllTimersAsync()
      await work
      return state().muted
    }
    expect(await mute(true)).toEqual({ [comment.id]: 'user' })
    expect(state().viewer).not.toHaveProperty('mutes')
    expect(await mute(false)).toEqual({})
  })
})
