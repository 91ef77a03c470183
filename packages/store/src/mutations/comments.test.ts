import { CommentStatus } from '@stoa/contract'
import { exampleId } from '@stoa/contract/fixtures'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isTemporary, listOf } from '../cache.ts'
import { createDrafts } from '../drafts.ts'
import { loadList, loadMore, showNewItems } from '../lists.ts'
import { createLive } from '../live/connection.ts'
import { loadPost } from '../load.ts'
import { postComments, repliesOf } from '../queries.ts'
import { start } from '../testing/start.ts'
import { createComment, editComment, hideComment } from './index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function startOnThread({ isLive = false, comments = 0 } = {}) {
  const { server, stoa } = await start()
  const post = server.addPost()
  for (let number = 0; number < comments; number += 1) server.addComment({ postId: post.id, content: `c${number}` })
  await loadPost(stoa, { idOrSlug: post.id })
  const query = postComments(post.id)
  await loadList(stoa, query)
  if (isLive) {
    Object.assign(stoa.options, { realtime: () => server.realtime })
    await createLive(stoa)
    server.eventDelay = () => 5
  }
  const texts = (of = query) => listOf(stoa, of).ids.map((id) => stoa.state.getState().comments[id]?.content)
  const count = () => stoa.state.getState().posts[post.id]?.numComments
  return { server, stoa, postId: post.id, query, texts, count }
}

describe('posting', () => {
  test('a comment shows first at once and becomes the server’s', async () => {
    const { server, stoa, postId, query, texts, count } = await startOnThread({ comments: 2 })
    server.outcomes.push({ up: 10, down: 10 })
    const posting = createComment(stoa, { postId, content: '  Hello\r\nthere ' })
    expect(texts()).toEqual(['Hello\nthere', 'c1', 'c0'])
    expect(isTemporary(listOf(stoa, query).ids[0] ?? '')).toBe(true)
    expect(count()).toBe(3)
    await vi.runAllTimersAsync()
    const comment = await posting
    expect(listOf(stoa, query).ids[0]).toBe(comment.id)
    expect(texts()).toEqual(['Hello\nthere', 'c1', 'c0'])
    expect(count()).toBe(3)
    expect(Object.keys(stoa.state.getState().comments).some(isTemporary)).toBe(false)
    expect(isTemporary(stoa.temporaryIds.get(comment.id) ?? '')).toBe(true)
  })

  test('one that waits for approval doesn’t count', async () => {
    const { server, stoa, postId, count } = await startOnThread({ comments: 1 })
    const { call } = stoa.client
    vi.spyOn(stoa.client, 'call').mockImplementationOnce(async (...about) => {
      const response = (await call(...about)) as { comment: object }
      return { ...response, comment: { ...response.comment, status: CommentStatus.pending } } as never
    })
    server.outcomes.push({ up: 10, down: 10 })
    const posting = createComment(stoa, { postId, content: 'Hello' })
    await vi.runAllTimersAsync()
    expect((await posting).status).toBe(CommentStatus.pending)
    expect(count()).toBe(1)
  })

  test('a refused one is removed, with its count, and the reason is reported', async () => {
    const { server, stoa, postId, texts, count } = await startOnThread({ comments: 1 })
    server.outcomes.push({ up: 10, down: 10, refuse: 'RATE_LIMITED' })
    const posting = createComment(stoa, { postId, content: 'Too fast' })
    const refusal = expect(posting).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await vi.runAllTimersAsync()
    await refusal
    expect(texts()).toEqual(['c0'])
    expect(count()).toBe(1)
  })

  test('a reply to a reply comes last, names the user it answers, and counts on comment and post', async () => {
    const { server, stoa, postId, count } = await startOnThread({ comments: 1 })
    const [parent] = server.comments.values()
    const parentId = parent?.id ?? ''
    const publisherFields = { publisherName: 'bea', publisherProfileName: 'Bea of the Mill' }
    const reply = server.addComment({ postId, parentCommentId: parentId, content: 'r0', ...publisherFields })
    await loadList(stoa, repliesOf(parentId), { force: true })
    await loadList(stoa, postComments(postId), { force: true })
    await loadPost(stoa, { idOrSlug: postId })
    server.outcomes.push({ up: 10, down: 10 })
    void createComment(stoa, { postId, replyToCommentId: reply.id, content: 'r1' })
    const { comments } = stoa.state.getState()
    const replies = listOf(stoa, repliesOf(parentId)).ids.map((id) => comments[id])
    expect(replies.map((one) => one?.content)).toEqual(['r0', 'r1'])
    expect(replies[1]).toMatchObject({ parentCommentId: parentId, replyToPublisherName: 'Bea of the Mill' })
    expect([count(), comments[parentId]?.numComments]).toEqual([3, 2])
    await vi.runAllTimersAsync()
    expect(stoa.state.getState().comments[parentId]?.numComments).toBe(2)
  })

  test('its own event never duplicates a comment, before or after the response, or twice', async () => {
    for (const [eventDelay, down] of [
      [1, 50],
      [50, 1],
    ] as const) {
      const { server, stoa, postId, texts, count } = await startOnThread({ isLive: true })
      server.eventDelay = () => eventDelay
      server.outcomes.push({ up: 5, down })
      void createComment(stoa, { postId, content: 'Only once' })
      await vi.runAllTimersAsync()
      const [comment] = server.comments.values()
      if (comment) server.emit('comment.created', { postId, comment, numComments: 1 })
      await vi.runAllTimersAsync()
      expect(texts()).toEqual(['Only once'])
      expect(count()).toBe(1)
      expect(stoa.state.getState().newItems[postId] ?? []).toEqual([])
    }
  })

  test('an event with the nonce replaces the temporary comment before the response', async () => {
    const { server, stoa, postId, query, texts, count } = await startOnThread({ isLive: true })
    server.outcomes.push({ up: 5, down: 50 })
    const posting = createComment(stoa, { postId, content: 'Mine' })
    await vi.advanceTimersByTimeAsync(20)
    const [comment] = server.comments.values()
    expect(listOf(stoa, query).ids).toEqual([comment?.id])
    expect(count()).toBe(1)
    await vi.runAllTimersAsync()
    expect((await posting).id).toBe(comment?.id)
    expect([texts(), count()]).toEqual([['Mine'], 1])
  })

  test('the same text from another tab is a new item at once', async () => {
    const { server, stoa, postId, texts, count } = await startOnThread({ isLive: true })
    server.outcomes.push({ up: 5, down: 50 })
    void createComment(stoa, { postId, content: 'Twice' })
    const other = server.addComment({ postId, content: 'Twice', publisherId: exampleId(1, 'u') })
    await vi.advanceTimersByTimeAsync(20)
    expect(stoa.state.getState().newItems[postId]).toEqual([other.id])
    await vi.runAllTimersAsync()
    expect([texts(), count()]).toEqual([['Twice'], 2])
  })

  test('a comment by somebody else that repeats a nonce is a new item', async () => {
    const { server, stoa, postId, texts, count } = await startOnThread({ isLive: true })
    server.outcomes.push({ up: 5, down: 100 })
    void createComment(stoa, { postId, content: 'Mine' })
    await vi.advanceTimersByTimeAsync(20)
    const nonce = String(server.calls.at(-1)?.input.nonce)
    const other = server.addComment({ postId, content: 'Theirs' }, nonce)
    await vi.runAllTimersAsync()
    expect(stoa.state.getState().newItems[postId]).toEqual([other.id])
    expect([texts(), count()]).toEqual([['Mine'], 2])
  })

  test('a retry after an unknown outcome has the same key and nonce', async () => {
    const { server, stoa, postId } = await startOnThread()
    server.outcomes.push({ up: 5, down: 5, isResponseLost: true })
    const input = { postId, content: 'Again', draftKey: 'd' }
    const failed = expect(createComment(stoa, input)).rejects.toMatchObject({ code: 'NETWORK' })
    await vi.runAllTimersAsync()
    await failed
    void createComment(stoa, input)
    await vi.runAllTimersAsync()
    const [first, second] = server.calls.filter(({ name }) => name === 'commentCreate')
    expect(first?.input.nonce).toEqual(expect.any(String))
    expect(second).toEqual(first)
    expect(server.comments.size).toBe(1)
  })

  test('a comment whose response is lost but whose event arrives counts as posted', async () => {
    const { server, stoa, postId, texts } = await startOnThread({ isLive: true })
    server.outcomes.push({ up: 5, down: 50, isResponseLost: true })
    const posting = createComment(stoa, { postId, content: 'Arrived', draftKey: 'd' })
    await vi.runAllTimersAsync()
    expect((await posting).content).toBe('Arrived')
    expect(texts()).toEqual(['Arrived'])
    expect(stoa.singleton(createDrafts).get('d')).toBe('')
  })
})

test('any mix of own and other comments, refusals, events and pages ends with each comment once and the right count', async () => {
  const step = fc.record({
    do: fc.constantFrom('post', 'other posts', 'show', 'more', 'reload', 'wait'),
    text: fc.constantFrom('same', 'words', 'again'),
    up: fc.integer({ min: 0, max: 40 }),
    down: fc.integer({ min: 0, max: 40 }),
    isRefused: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.integer({ min: 0, max: 60 }), async (steps, delay) => {
      const { server, stoa, postId, query, count } = await startOnThread({ isLive: true, comments: 12 })
      server.eventDelay = () => delay
      const commentTexts: string[] = []
      for (const one of steps) {
        const fate = { up: one.up, down: one.down }
        if (one.do === 'wait') await vi.advanceTimersByTimeAsync(one.up)
        if (one.do === 'show') showNewItems(stoa, query)
        if (one.do === 'other posts') server.addComment({ postId, content: one.text })
        if (one.do === 'more' || one.do === 'reload') {
          server.outcomes.push(fate)
          void (one.do === 'more' ? loadMore(stoa, query, 3) : loadList(stoa, query, { force: true }))
        }
        if (one.do === 'post') {
          server.outcomes.push({ ...fate, ...(one.isRefused ? { refuse: 'RATE_LIMITED' as const } : {}) })
          createComment(stoa, { postId, content: one.text }).then(
            ({ id }) => commentTexts.push(id),
            () => {},
          )
        }
        const { ids } = listOf(stoa, query)
        expect(new Set(ids).size).toBe(ids.length)
      }
      await vi.runAllTimersAsync()
      server.outcomes.length = 0
      showNewItems(stoa, query)
      while (listOf(stoa, query).hasMore) await loadMore(stoa, query)
      const { ids } = listOf(stoa, query)
      expect(ids.filter(isTemporary)).toEqual([])
      expect([...ids].sort()).toEqual([...server.comments.keys()].sort())
      expect(count()).toBe(server.comments.size)
      for (const id of commentTexts) expect(ids).toContain(id)
    }),
    { numRuns: 120 },
  )
})

describe('changing', () => {
  test('an edit shows at once and is rolled back when refused', async () => {
    const { server, stoa, postId } = await startOnThread()
    const { id } = server.addComment({ postId, content: 'before', publisherId: exampleId(1, 'u') })
    await loadList(stoa, postComments(postId), { force: true })
    const cachedComment = () => stoa.state.getState().comments[id]
    server.outcomes.push({ up: 5, down: 5, refuse: 'COMMENT_HIDDEN' })
    const refusal = expect(editComment(stoa, { commentId: id, content: 'after' })).rejects.toMatchObject({
      code: 'COMMENT_HIDDEN',
    })
    expect(cachedComment()?.content).toBe('after')
    await vi.runAllTimersAsync()
    await refusal
    expect(cachedComment()).toMatchObject({ content: 'before', editedAt: null })
  })

  test('an edit based on an older text is refused, and the newer text is shown', async () => {
    const { server, stoa, postId } = await startOnThread()
    const { id } = server.addComment({ postId, content: 'before', publisherId: exampleId(1, 'u') })
    await loadList(stoa, postComments(postId), { force: true })
    Object.assign(server.comments.get(id) ?? {}, { content: 'of the other tab', editedAt: 7 })
    const edit = async (editedAt: number | null) => {
      const editing = editComment(stoa, { commentId: id, content: 'mine', editedAt })
      const outcome = editing.then(
        () => 'saved',
        (error) => error.code,
      )
      await vi.runAllTimersAsync()
      return outcome
    }
    expect(await edit(null)).toBe('EDIT_CONFLICT')
    expect(stoa.state.getState().comments[id]).toMatchObject({ content: 'of the other tab', editedAt: 7 })
    expect(await edit(7)).toBe('saved')
    expect(stoa.state.getState().comments[id]).toEqual(server.comments.get(id))
    expect(server.comments.get(id)?.content).toBe('mine')
  })

  test('overlapping edits and hides settle in order to the server’s response', async () => {
    const { server, stoa, postId, count } = await startOnThread()
    const { id } = server.addComment({ postId, content: 'before', publisherId: exampleId(1, 'u') })
    await loadList(stoa, postComments(postId), { force: true })
    await loadPost(stoa, { idOrSlug: postId })
    server.calls.length = 0
    server.outcomes.push({ up: 30, down: 5 }, { up: 1, down: 1 }, { up: 1, down: 1 })
    void editComment(stoa, { commentId: id, content: 'one' })
    void editComment(stoa, { commentId: id, content: 'two' })
    void hideComment(stoa, { commentId: id, hidden: true })
    void editComment(stoa, { commentId: id, content: 'three' })
    expect(stoa.state.getState().comments[id]).toMatchObject({ content: 'three', status: 2 })
    expect(count()).toBe(0)
    await vi.runAllTimersAsync()
    expect(server.calls.map(({ name }) => name)).toEqual(['commentEdit', 'commentDelete', 'commentEdit'])
    expect(stoa.state.getState().comments[id]).toEqual(server.comments.get(id))
    expect(count()).toBe(server.posts.get(postId)?.numComments)
  })

  test('rejecting a pending comment is sent, and can be undone with the post its list named', async () => {
    const { server, stoa, postId, count } = await startOnThread()
    const { id } = server.addComment({ postId, status: 5 })
    await loadList(stoa, postComments(postId), { force: true })
    const post = { title: 'Ferries', slugUrl: 'ferries', kind: 'community' as const }
    stoa.state.setState(({ comments }) => ({
      comments: { ...comments, [id]: { ...(comments[id] as NonNullable<(typeof comments)[string]>), post } },
    }))
    const before = count()
    for (const change of [{ hidden: true }, { hidden: false, pending: true }]) {
      server.outcomes.push({ up: 1, down: 1 })
      const promise = hideComment(stoa, { commentId: id, ...change })
      await vi.runAllTimersAsync()
      await promise
    }
    expect(server.calls.filter(({ name }) => name === 'commentDelete')).toHaveLength(2)
    expect(stoa.state.getState().comments[id]?.post).toEqual(post)
    expect(count()).toBe(before)
  })

  test('a refused restore keeps the comment hidden and the count unchanged', async () => {
    const { server, stoa, postId, count } = await startOnThread()
    const { id } = server.addComment({ postId, status: 3 })
    await loadList(stoa, postComments(postId), { force: true })
    const before = count()
    server.outcomes.push({ up: 5, down: 5, refuse: 'HIDDEN_BY_DOMAIN_ADMIN' })
    const refusal = expect(hideComment(stoa, { commentId: id, hidden: false })).rejects.toThrow(
      'hidden by domain admin',
    )
    await vi.runAllTimersAsync()
    await refusal
    expect(stoa.state.getState().comments[id]?.status).toBe(3)
    expect(count()).toBe(before)
  })
})
