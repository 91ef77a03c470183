import { StoaError } from '@stoa/client'
import { exampleId, exampleMe } from '@stoa/contract/fixtures'
import { describe, expect, test } from 'vitest'
import { ownDraftKey } from '../draft-storage.ts'
import { createDrafts } from '../drafts.ts'
import { loadPost } from '../load.ts'
import type { Stoa } from '../stoa.ts'
import type { FakeServer } from '../testing/fake-server.ts'
import { start } from '../testing/start.ts'
import { loadViewer } from '../viewer.ts'
import { createComment, join, react, savePost, vote, whenSignedIn } from './index.ts'

async function startAs(viewer: 'visitor' | 'stranger') {
  const { server, stoa } = await start()
  server.viewer = viewer === 'visitor' ? null : exampleMe({ id: exampleId(1, 'u'), joinedCommunities: [] })
  await loadViewer(stoa, { force: true })
  if (viewer === 'visitor') stoa.state.setState({ writerId: '' })
  const { id } = server.addPost()
  await loadPost(stoa, { idOrSlug: id })
  server.calls.length = 0
  return { server, stoa, id }
}

const intentOf = (stoa: Stoa) => stoa.state.getState().intent
const callNames = (server: FakeServer) => server.calls.map(({ name }) => name)

describe('a visitor', () => {
  test.each(['react', 'vote', 'comment', 'join'] as const)(
    'who wants to %s is asked to sign in, without a request',
    async (action) => {
      const { server, stoa, id } = await startAs('visitor')
      const attempts = {
        react: () => react(stoa, { entityType: 'Post', entityId: id, reactionName: 'thumb-up' }),
        vote: () => vote(stoa, { postId: id, optionIndex: 0 }),
        comment: () => createComment(stoa, { postId: id, content: 'Hello' }),
        join: () => join(stoa, { tokenName: 'FORUM', join: true }),
      }
      await expect(attempts[action]()).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
      expect(intentOf(stoa)).toMatchObject({ kind: 'sign-in', action, tokenName: 'FORUM' })
      expect(server.calls).toEqual([])
      expect(stoa.state.getState().posts[id]?.reactionsCount['thumb-up']).toBe(0)
    },
  )

  test('who wants to report goes on after signing in, without joining', async () => {
    const { server, stoa } = await startAs('visitor')
    let count = 0
    const begin = () => whenSignedIn(stoa, { action: 'report', run: () => (count += 1) })
    await expect(begin()).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
    expect(intentOf(stoa)).toMatchObject({ kind: 'sign-in', action: 'report' })
    server.viewer = exampleMe({ id: exampleId(1, 'u'), joinedCommunities: [] })
    await loadViewer(stoa, { force: true })
    await intentOf(stoa)?.resume()
    expect(count).toBe(1)
    await begin()
    expect(count).toBe(2)
    expect(stoa.state.getState().viewer?.joinedCommunities).toEqual([])
  })

  test('who signs in without being a member joins with the action', async () => {
    const { server, stoa, id } = await startAs('visitor')
    await expect(react(stoa, { entityType: 'Post', entityId: id, reactionName: 'thumb-up' })).rejects.toThrow()
    server.viewer = exampleMe({ id: exampleId(1, 'u'), joinedCommunities: [] })
    await loadViewer(stoa, { force: true })
    await intentOf(stoa)?.resume()
    expect(intentOf(stoa)).toBeNull()
    expect(server.reactions.get(`${exampleId(1, 'u')} ${id}`)).toBe('thumb-up')
    expect(stoa.state.getState().viewer?.joinedCommunities).toEqual(['FORUM'])
  })

  test('whose account has already reacted keeps that reaction', async () => {
    const { server, stoa, id } = await startAs('visitor')
    server.reactAs(exampleId(1, 'u'), { entityId: id, reactionName: 'thumb-up' })
    await expect(react(stoa, { entityType: 'Post', entityId: id, reactionName: 'thumb-up' })).rejects.toThrow()
    server.viewer = exampleMe({ id: exampleId(1, 'u') })
    await loadViewer(stoa, { force: true })
    await intentOf(stoa)?.resume()
    expect(server.reactions.get(`${exampleId(1, 'u')} ${id}`)).toBe('thumb-up')
  })

  test('keeps the text, which is sent after signing in', async () => {
    const { server, stoa, id } = await startAs('visitor')
    const drafts = stoa.singleton(createDrafts)
    drafts.set('d', 'Hello')
    await expect(createComment(stoa, { postId: id, content: 'Hello', draftKey: 'd' })).rejects.toThrow()
    expect(drafts.get('d')).toBe('Hello')
    server.viewer = exampleMe({ id: exampleId(1, 'u') })
    await loadViewer(stoa, { force: true })
    await intentOf(stoa)?.resume()
    expect([...server.comments.values()].map(({ content }) => content)).toEqual(['Hello'])
    expect(drafts.get('d')).toBe('')
  })

  test('may comment anonymously', async () => {
    const { server, stoa, id } = await startAs('visitor')
    server.viewer = exampleMe({ id: '' })
    await createComment(stoa, { postId: id, content: 'Hello', anonymous: true }).catch(() => {})
    expect(callNames(server)).toEqual(['commentAnonymous'])
    expect(intentOf(stoa)).toBeNull()
  })

  test('whose nameless comment fails after they have signed in is asked before it gets their name', async () => {
    const { server, stoa, id } = await startAs('visitor')
    const drafts = stoa.singleton(createDrafts)
    drafts.set('d', 'Hello')
    server.outcomes.push({ up: 20, down: 20, refuse: 'RATE_LIMITED' })
    const posting = createComment(stoa, { postId: id, content: 'Hello', anonymous: true, draftKey: 'd' })
    const refusal = expect(posting).rejects.toMatchObject({ code: 'ABORTED' })
    server.viewer = exampleMe({ id: exampleId(1, 'u') })
    await loadViewer(stoa, { force: true })
    await refusal
    expect(intentOf(stoa)).toMatchObject({ kind: 'other-account', action: 'comment', isNameless: true })
    expect(drafts.get('d')).toBe('')
    intentOf(stoa)?.cancel()
    expect(drafts.get('d')).toBe('')
  })

  test('who agrees publishes it with their name, once', async () => {
    const { server, stoa, id } = await startAs('visitor')
    const drafts = stoa.singleton(createDrafts)
    drafts.set('d', 'Hello')
    server.outcomes.push({ up: 20, down: 20, refuse: 'RATE_LIMITED' })
    const posting = createComment(stoa, { postId: id, content: 'Hello', anonymous: true, draftKey: 'd' })
    const refusal = expect(posting).rejects.toMatchObject({ code: 'ABORTED' })
    server.viewer = exampleMe({ id: exampleId(1, 'u') })
    await loadViewer(stoa, { force: true })
    await refusal
    await intentOf(stoa)?.resume()
    expect([...server.comments.values()].map(({ content }) => content)).toEqual(['Hello'])
    stoa.state.setState({ viewer: null })
    expect(drafts.get('d')).toBe('')
  })
})

describe('a non-member', () => {
  test('joins by voting', async () => {
    const { server, stoa, id } = await startAs('stranger')
    await vote(stoa, { postId: id, optionIndex: 1 })
    expect(callNames(server)).toEqual(['communityJoin', 'postVote'])
    expect(stoa.state.getState().votes[id]).toBe(1)
    expect(intentOf(stoa)).toBeNull()
    expect(stoa.state.getState().joinedCommunity).toBe('The Forum')
  })

  test('gets no notice of joining after publisher sign-on or an explicit join', async () => {
    const { stoa, id } = await startAs('stranger')
    Object.assign(stoa.session ?? {}, { isByPublisher: () => true })
    await vote(stoa, { postId: id, optionIndex: 1 })
    expect(stoa.state.getState()).toMatchObject({ joinedCommunity: null, votes: { [id]: 1 } })
    const { stoa: other } = await startAs('stranger')
    await join(other, { tokenName: 'FORUM', join: true })
    expect(other.state.getState().joinedCommunity).toBeNull()
  })

  test('also joins if only the server knows', async () => {
    const { server, stoa, id } = await startAs('stranger')
    stoa.state.setState(({ viewer }) => ({ viewer: viewer && { ...viewer, joinedCommunities: ['FORUM'] } }))
    await vote(stoa, { postId: id, optionIndex: 1 })
    expect(callNames(server)).toEqual(['postVote', 'communityJoin', 'postVote'])
    expect(stoa.state.getState().votes[id]).toBe(1)
  })

  test('gets the reason if joining is refused, and nothing is done', async () => {
    const { server, stoa, id } = await startAs('stranger')
    server.outcomes.push({ up: 0, down: 0, refuse: 'BANNED' })
    await expect(vote(stoa, { postId: id, optionIndex: 1 })).rejects.toMatchObject({ code: 'BANNED' })
    expect(stoa.state.getState().votes).toEqual({})
    expect(stoa.state.getState().joinedCommunity).toBeNull()
  })
})

describe('somebody else has signed in in another tab', () => {
  async function startWithText() {
    const { server, stoa, id } = await startAs('visitor')
    const [anna, ben] = [1, 2].map((number) => exampleMe({ id: exampleId(number, 'u') }))
    server.viewer = anna ?? null
    await loadViewer(stoa, { force: true })
    const drafts = stoa.singleton(createDrafts)
    drafts.set('d', 'Hello')
    const { writerId } = stoa.state.getState()
    const send = () => createComment(stoa, { postId: id, content: 'Hello', draftKey: 'd' })
    return {
      server,
      stoa,
      id,
      drafts,
      annaId: writerId,
      ben: ben ?? null,
      send,
      annas: () => drafts.get(ownDraftKey('d', writerId)),
    }
  }

  test('nothing is published in their name unasked, and nothing is lost', async () => {
    const { server, stoa, drafts, ben, send, annas } = await startWithText()
    server.viewer = ben
    await expect(send()).rejects.toMatchObject({ code: 'ABORTED' })
    expect(server.comments.size).toBe(0)
    expect(intentOf(stoa)).toMatchObject({ kind: 'other-account', action: 'comment' })
    expect(stoa.state.getState().viewer?.id).toBe(ben?.id)
    expect([drafts.get('d'), annas()]).toEqual(['', 'Hello'])
    await intentOf(stoa)?.resume()
    expect([...server.comments.values()].map(({ content }) => content)).toEqual(['Hello'])
    expect([drafts.get('d'), annas()]).toEqual(['', ''])
  })

  test('also if this is known before the text is sent', async () => {
    const { server, stoa, id, ben, annaId, annas } = await startWithText()
    server.viewer = ben
    await loadViewer(stoa, { force: true })
    const sending = createComment(stoa, { postId: id, content: 'Hello', draftKey: 'd', writerId: annaId })
    await expect(sending).rejects.toMatchObject({ code: 'ABORTED' })
    expect([server.comments.size, annas(), intentOf(stoa)?.kind]).toEqual([0, 'Hello', 'other-account'])
    await intentOf(stoa)?.resume()
    expect([...server.comments.values()].map(({ publisherId }) => publisherId)).toEqual([ben?.id])
  })

  test.each(['comment', 'post'] as const)('also if they do while the author of a %s joins', async (kind) => {
    const { server, stoa, id, ben, annaId } = await startWithText()
    const { call } = server
    const post = { tokenName: 'FORUM', title: 'Title', postContent: '{}' } as const
    const actorIds: unknown[] = []
    server.call = async (name, input, options) => {
      actorIds.push([name, options?.actorId])
      if (name === 'postCreate') throw new StoaError('ACTOR_MISMATCH', { message: 'No.' })
      const response = await call(name, input, options)
      if (name === 'communityJoin') {
        server.viewer = ben
        await loadViewer(stoa, { force: true })
      }
      return response
    }
    stoa.state.setState(({ viewer }) => ({ viewer: viewer && { ...viewer, joinedCommunities: [] } }))
    const sending =
      kind === 'comment'
        ? createComment(stoa, { postId: id, content: 'Hello', draftKey: 'd' })
        : savePost(stoa, { post, idempotencyKey: 'k', onSaved: () => {} })
    await expect(sending).rejects.toMatchObject({ code: 'ABORTED' })
    expect(server.comments.size).toBe(0)
    expect(actorIds).toContainEqual([`${kind}Create`, annaId])
    expect(intentOf(stoa)).toMatchObject({ kind: 'other-account', action: kind })
  })

  test('also if the session had ended and another person signs in to go on', async () => {
    const { server, stoa, ben, send, annas } = await startWithText()
    server.viewer = null
    await loadViewer(stoa, { force: true })
    await expect(send()).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
    server.viewer = ben
    await loadViewer(stoa, { force: true })
    await intentOf(stoa)?.resume()
    expect(server.comments.size).toBe(0)
    expect(intentOf(stoa)).toMatchObject({ kind: 'other-account' })
    expect(annas()).toBe('Hello')
  })
})
