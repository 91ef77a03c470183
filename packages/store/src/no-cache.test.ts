import type { ApiCall, CallOptions } from '@stoa/client'
import { expect, test, vi } from 'vitest'
import { listOf } from './cache.ts'
import { loadList } from './lists.ts'
import { catchUp } from './live/connection.ts'
import { loadPost } from './load.ts'
import { feed, postComments } from './queries.ts'
import { createStoa, dehydrate } from './stoa.ts'
import { createFakeServer } from './testing/fake-server.ts'
import { loadThread } from './threads.ts'

/** A browser that serves a stored response, however old, unless asked to revalidate. */
function throughStore(call: ApiCall) {
  const cachedResponses = new Map<string, unknown>()
  const store = { call: through as ApiCall, waiting: 0 }
  async function through(name: never, input: never, options: CallOptions = {}) {
    const key = JSON.stringify([name, input])
    store.waiting += 1
    if (!cachedResponses.has(key) || options.cache === 'no-cache')
      cachedResponses.set(key, await call(name, input, options))
    store.waiting -= 1
    return structuredClone(cachedResponses.get(key))
  }
  return store
}

test('a response from the browser’s cache replaces nothing newer', async () => {
  const server = createFakeServer()
  const client = throughStore(server.call as ApiCall)
  const { id } = server.addPost()
  const first = server.addComment({ postId: id })
  const open = async (state?: Parameters<typeof createStoa>[0]['state']) => {
    const stoa = createStoa({ client, storage: null, ...(state ? { state } : {}) })
    await loadPost(stoa, { idOrSlug: id })
    await loadList(stoa, postComments(id))
    await loadList(stoa, feed({ type: 'all' }))
    catchUp(stoa)
    await vi.waitFor(() => expect(stoa.state.getState().posts[id]).toBeDefined())
    return stoa
  }
  await open()
  // Meanwhile elsewhere, and on the page the server renders for the next visit.
  server.addComment({ postId: id, content: 'second' })
  const renderedStoa = createStoa({ client: { call: server.call as ApiCall }, storage: null })
  await loadPost(renderedStoa, { idOrSlug: id })
  const again = await open(dehydrate(renderedStoa))
  // All requests have responses, and their effects are applied.
  await vi.waitFor(() => expect(client.waiting).toBe(0))
  await new Promise((resolve) => setTimeout(resolve))
  expect(client.waiting).toBe(0)
  expect(again.state.getState().posts[id]?.numComments).toBe(2)
  expect(listOf(again, postComments(id)).ids).toHaveLength(2)
  expect(listOf(again, postComments(id)).ids).toContain(first.id)
})

test('an article’s thread is revalidated, too', async () => {
  const server = createFakeServer()
  const client = throughStore(server.call as ApiCall)
  const article = { community: 'FORUM', url: 'https://paper.example/a' }
  const options = { client, storage: null }
  const before = await loadThread(createStoa(options), article)
  const post = server.addPost({ articleUrl: before.articleUrl })
  expect((await loadThread(createStoa(options), article)).postId).toBe(post.id)
})
