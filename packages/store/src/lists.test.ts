import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listOf, setList } from './cache.ts'
import { loadList, loadMore, showNewItems } from './lists.ts'
import { communities, feed, listKey, members, postComments, queryOf, repliesOf, startingAfter } from './queries.ts'
import { createStoa, dehydrate } from './stoa.ts'
import { start } from './testing/start.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function startWith(number: number) {
  const { server, stoa } = await start()
  const { id: postId } = server.addPost()
  for (let count = 0; count < number; count += 1) server.addComment({ postId, content: `c${count}` })
  const query = postComments(postId, { sort: 'new' })
  const texts = (of = query) => listOf(stoa, of).ids.map((id) => stoa.state.getState().comments[id]?.content)
  return { server, stoa, postId, query, texts }
}

describe('keys', () => {
  test('equal queries are one list, whatever the order of their fields', () => {
    const one = feed({ type: 'community', tokenName: 'FORUM', flairId: undefined })
    expect(listKey(one)).toBe(listKey(feed({ tokenName: 'FORUM', type: 'community' })))
    expect(listKey(one)).not.toBe(listKey(feed({ tokenName: 'OTHER', type: 'community' })))
  })

  test.each([
    feed({ type: 'pinned', tokenName: 'FORUM' }),
    postComments('P', { sort: 'old' }),
    postComments('P', { from: 'C' }),
    startingAfter(postComments('P', { from: 'C' }), 'cursor'),
    startingAfter(feed({ type: 'all' }), 'cursor'),
    repliesOf('C'),
    communities(),
    members('FORUM', 'partner'),
  ])('a key reads back as its query', (query) => {
    expect(listKey(queryOf(listKey(query)))).toBe(listKey(query))
    expect(queryOf(listKey(query))).toEqual(query)
  })
})

describe('paging', () => {
  test('ten comments first, twenty per load-more, each once', async () => {
    const { stoa, query, texts } = await startWith(35)
    await loadList(stoa, query)
    expect(listOf(stoa, query)).toMatchObject({ status: 'success', hasMore: true })
    expect(texts()).toHaveLength(10)
    await loadMore(stoa, query)
    expect(texts()).toHaveLength(30)
    await loadMore(stoa, query)
    expect(texts()).toEqual(Array.from({ length: 35 }, (_, index) => `c${34 - index}`))
    expect(listOf(stoa, query).hasMore).toBe(false)
  })

  test('repeated presses load one page', async () => {
    const { server, stoa, query, texts } = await startWith(60)
    await loadList(stoa, query)
    server.calls.length = 0
    server.outcomes.push({ up: 10, down: 10 })
    for (let press = 0; press < 5; press += 1) void loadMore(stoa, query)
    expect(listOf(stoa, query).status).toBe('loading')
    await vi.runAllTimersAsync()
    expect(server.calls).toHaveLength(1)
    expect(texts()).toHaveLength(30)
  })

  test('a list with enough items is not requested again; a shorter one is', async () => {
    const { server, stoa, query, texts } = await startWith(30)
    await loadList(stoa, query, { limit: 5 })
    await loadList(stoa, query, { limit: 5 })
    expect(server.calls).toHaveLength(1)
    await loadList(stoa, query, { limit: 10 })
    expect(texts()).toHaveLength(10)
  })

  test('a list that starts after a cursor is a list of its own', async () => {
    const { stoa, query, texts } = await startWith(40)
    await loadList(stoa, query)
    const rest = startingAfter(query, listOf(stoa, query).cursor ?? undefined)
    await loadList(stoa, rest)
    await loadMore(stoa, rest)
    expect(texts(rest)).toEqual(Array.from({ length: 30 }, (_, index) => `c${29 - index}`))
    expect(texts()).toHaveLength(10)
  })

  test('nothing is skipped or repeated while new items arrive', async () => {
    const { server, stoa, postId, query, texts } = await startWith(30)
    await loadList(stoa, query)
    server.addComment({ postId, content: 'new 1' })
    await loadMore(stoa, query, 5)
    server.addComment({ postId, content: 'new 2' })
    await loadMore(stoa, query)
    expect(texts()).toEqual(Array.from({ length: 30 }, (_, index) => `c${29 - index}`))
  })

  test('a ranked list ends with what rose past the reader while it was loaded, each once', async () => {
    const { server, stoa, postId } = await startWith(25)
    const query = postComments(postId, { sort: 'active' })
    await loadList(stoa, query)
    const [hidden] = [...server.comments.keys()].filter((id) => !listOf(stoa, query).ids.includes(id))
    // As if it had risen above the cursor: the next page doesn't have it.
    const call = stoa.client.call
    vi.spyOn(stoa.client, 'call').mockImplementationOnce(async (...about) => {
      const page = (await call(...about)) as { items: { id: string }[] }
      return { ...page, items: page.items.filter(({ id }) => id !== hidden) } as never
    })
    await loadMore(stoa, query)
    const { ids } = listOf(stoa, query)
    expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([25, 25, hidden])
  })

  test('load-more continues past items already shown when ranks have changed', async () => {
    const { server, stoa, query, texts } = await startWith(70)
    await loadList(stoa, query)
    await loadMore(stoa, query)
    // A cursor before the start, as when a rank is now higher than all others.
    setList(stoa, query, () => ({ cursor: 'a rank of before' }))
    server.calls.length = 0
    expect(await loadMore(stoa, query)).toMatchObject({ status: 'success', hasMore: true })
    expect(server.calls).toHaveLength(2)
    expect(texts()).toEqual(Array.from({ length: 40 }, (_, index) => `c${69 - index}`))
  })

  test('a failure is reported, keeps the items, and the next press retries', async () => {
    const { server, stoa, query, texts } = await startWith(30)
    await loadList(stoa, query)
    server.outcomes.push({ up: 0, down: 0, refuse: 'BUSY' })
    const list = await loadMore(stoa, query)
    expect(list).toMatchObject({ status: 'error', hasMore: true, error: { code: 'BUSY' } })
    expect(texts()).toHaveLength(10)
    await loadMore(stoa, query)
    expect(listOf(stoa, query)).toMatchObject({ status: 'success', error: null })
    expect(texts()).toHaveLength(30)
  })

  test('the response to a request superseded by a reload is ignored', async () => {
    const { server, stoa, postId, query, texts } = await startWith(30)
    await loadList(stoa, query)
    server.outcomes.push({ up: 0, down: 100 }, { up: 0, down: 10 })
    void loadMore(stoa, query)
    server.addComment({ postId, content: 'newest' })
    void loadList(stoa, query, { force: true })
    await vi.runAllTimersAsync()
    expect(texts()[0]).toBe('newest')
    expect(texts()).toHaveLength(10)
  })
})

describe('items that arrive', () => {
  test('wait for the button, newest on top when shown, and only where they belong', async () => {
    const { stoa, server, postId, query, texts } = await startWith(2)
    await loadList(stoa, query)
    const newComments = ['first', 'second'].map((content) => server.addComment({ postId, content }))
    const table = Object.fromEntries(newComments.map((one) => [one.id, one]))
    stoa.state.setState(({ comments }) => ({
      comments: { ...comments, ...table },
      newItems: { [postId]: newComments.map(({ id }) => id), elsewhere: ['x'] },
    }))
    expect(texts()).toEqual(['c1', 'c0'])
    showNewItems(stoa, query)
    expect(texts()).toEqual(['second', 'first', 'c1', 'c0'])
    expect(stoa.state.getState().newItems).toEqual({ elsewhere: ['x'] })
  })

  test('shown replies take their place when earlier pages are loaded', async () => {
    const { stoa, server, postId } = await startWith(1)
    const [parent] = server.comments.values()
    const parentCommentId = parent?.id ?? ''
    for (let count = 0; count < 8; count += 1) server.addComment({ postId, parentCommentId, content: `r${count}` })
    const query = repliesOf(parentCommentId)
    await loadList(stoa, query, { limit: 3 })
    const last = [...server.comments.values()].at(-1)
    if (!last) throw new Error('No reply.')
    stoa.state.setState(({ comments }) => ({
      comments: { ...comments, [last.id]: last },
      newItems: { [parentCommentId]: [last.id] },
    }))
    showNewItems(stoa, query)
    const texts = () => listOf(stoa, query).ids.map((id) => stoa.state.getState().comments[id]?.content)
    expect(texts()).toEqual(['r0', 'r1', 'r2', 'r7'])
    await loadMore(stoa, query, 3)
    expect(texts()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r7'])
    await loadMore(stoa, query, 3)
    expect(texts()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'])
  })

  test('items of a loaded page are no longer new', async () => {
    const { stoa, server, postId, query } = await startWith(2)
    const newComment = server.addComment({ postId, content: 'arrived' })
    stoa.state.setState({ newItems: { [postId]: [newComment.id] } })
    await loadList(stoa, query)
    expect(stoa.state.getState().newItems[postId]).toEqual([])
  })
})

test('the server’s rendered state hydrates from JSON without a request', async () => {
  const { server, stoa, query } = await startWith(12)
  await loadList(stoa, query)
  const state = JSON.parse(JSON.stringify(dehydrate(stoa)))
  const browser = createStoa({ client: server, state })
  server.calls.length = 0
  await loadList(browser, query)
  expect(listOf(browser, query).ids).toEqual(listOf(stoa, query).ids)
  expect(server.calls).toEqual([])
  expect(browser.serverState()).toBe(browser.state.getInitialState())
  expect(state).not.toHaveProperty('viewer')
})
