import { exampleSummary } from '@stoa/contract/fixtures'
import { describe, expect, test, vi } from 'vitest'
import { listOf } from './cache.ts'
import { loadList } from './lists.ts'
import { createComment, react } from './mutations/index.ts'
import { postComments } from './queries.ts'
import { start } from './testing/start.ts'
import { threadKey } from './thread-key.ts'
import { loadThread, putThread } from './threads.ts'

const article = { community: 'FORUM', url: 'https://news.example/story' }
const key = threadKey(article)

async function startOnArticle() {
  const { server, stoa } = await start()
  const thread = () => stoa.state.getState().threads[key]
  const texts = () =>
    listOf(stoa, postComments(thread()?.postId ?? '')).ids.map((id) => stoa.state.getState().comments[id]?.content)
  return { server, stoa, thread, texts }
}

describe('an article with a thread', () => {
  test('loads with one request, including replies', async () => {
    const { server, stoa, texts } = await startOnArticle()
    const post = server.addPost({ articleUrl: article.url })
    const parent = server.addComment({ postId: post.id, content: 'top' })
    server.addComment({ postId: post.id, content: 'reply', parentCommentId: parent.id })
    const { postId } = await loadThread(stoa, article)
    expect(postId).toBe(post.id)
    expect(texts()).toEqual(['top'])
    await loadList(stoa, postComments(postId))
    await loadList(stoa, { call: 'commentList', params: { type: 'replies', parentCommentId: parent.id } })
    expect(server.calls.map(({ name }) => name).filter((name) => name !== 'viewerFacts')).toEqual(['articleThread'])
  })

  test('keeps its loaded pages when loaded again', async () => {
    const { server, stoa, texts } = await startOnArticle()
    const { id } = server.addPost({ articleUrl: article.url })
    for (let count = 0; count < 15; count += 1) server.addComment({ postId: id, content: `c${count}` })
    await loadThread(stoa, article, { limit: 10 })
    await loadList(stoa, postComments(id), { limit: 15 })
    await loadThread(stoa, article, { limit: 10 })
    expect(texts()).toHaveLength(15)
  })

  test('gets the viewer’s facts, which the shared response omits', async () => {
    const { server, stoa } = await startOnArticle()
    const { id } = server.addPost({ articleUrl: article.url })
    server.reactAs(server.viewer?.id ?? '', { entityId: id, reactionName: 'thumb-down' })
    await loadThread(stoa, article)
    await vi.waitFor(() => expect(stoa.state.getState().reactions[id]).toBe('thumb-down'))
  })
})

describe('an article without a thread', () => {
  test('has an empty list and makes no request', async () => {
    const { server, stoa, thread, texts } = await startOnArticle()
    await loadThread(stoa, article)
    expect(thread()?.postId).toBe(key)
    server.calls.length = 0
    await loadList(stoa, postComments(key))
    await loadList(stoa, postComments(key, { sort: 'new' }))
    expect(texts()).toEqual([])
    expect(server.calls).toEqual([])
  })

  test('gets its post with the first comment, which stays in place', async () => {
    const { server, stoa, thread, texts } = await startOnArticle()
    await loadThread(stoa, article)
    const posting = createComment(stoa, { postId: key, content: 'First!' })
    expect(texts()).toEqual(['First!'])
    expect(stoa.state.getState().posts[key]?.numComments).toBe(1)
    const comment = await posting
    expect(server.calls.find(({ name }) => name === 'commentCreate')?.input).toEqual({
      tokenName: 'FORUM',
      article: { url: article.url },
      content: 'First!',
      nonce: expect.any(String),
    })
    expect(thread()?.postId).toBe(comment.postId)
    expect(texts()).toEqual(['First!'])
    await vi.waitFor(() => expect(stoa.state.getState().posts[comment.postId]?.title).toBe(exampleSummary().title))
    expect(stoa.state.getState().posts[comment.postId]?.numComments).toBe(1)
    await createComment(stoa, { postId: comment.postId, content: 'Second' })
    expect(texts()).toEqual(['Second', 'First!'])
  })

  test('two simultaneous first comments share one post', async () => {
    const { server, stoa, thread, texts } = await startOnArticle()
    await loadThread(stoa, article)
    await Promise.all(['a', 'b'].map((content) => createComment(stoa, { postId: key, content })))
    expect(server.posts.size).toBe(1)
    expect(texts().sort()).toEqual(['a', 'b'])
    expect(thread()?.postId).toBe([...server.posts.keys()][0])
  })

  test('gets its post with the first reaction, which shows before and after', async () => {
    const { server, stoa, thread } = await startOnArticle()
    await loadThread(stoa, article)
    const reaction = react(stoa, { entityType: 'Post', entityId: key, reactionName: 'thumb-up' })
    expect(stoa.state.getState().posts[key]?.reactionsCount['thumb-up']).toBe(1)
    await reaction
    const postId = thread()?.postId ?? ''
    expect(server.posts.has(postId)).toBe(true)
    const { posts, reactions } = stoa.state.getState()
    expect([posts[postId]?.reactionsCount['thumb-up'], reactions[postId]]).toEqual([1, 'thumb-up'])
  })

  test('a refused first comment changes nothing', async () => {
    const { server, stoa, thread, texts } = await startOnArticle()
    await loadThread(stoa, article)
    server.outcomes.push({ up: 0, down: 0, refuse: 'ORIGIN_NOT_REGISTERED' })
    await expect(createComment(stoa, { postId: key, content: 'First!' })).rejects.toThrow()
    expect([texts(), thread()?.postId, stoa.state.getState().posts[key]?.numComments]).toEqual([[], key, 0])
  })
})

test('a payload that came with the page needs no request', async () => {
  const { server, stoa, texts } = await startOnArticle()
  const { id } = server.addPost({ articleUrl: article.url })
  server.addComment({ postId: id, content: 'top' })
  const payload = await server.call('articleThread', article)
  server.calls.length = 0
  stoa.state.setState({ viewer: null })
  putThread(stoa, { article, payload })
  expect(texts()).toEqual(['top'])
  expect(server.calls).toEqual([])
})
