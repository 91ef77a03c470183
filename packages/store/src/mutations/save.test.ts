import { type ApiCall, StoaError } from '@stoa/client'
import type { SavedItem } from '@stoa/contract'
import { exampleComment, exampleId, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import { beforeEach, expect, test } from 'vitest'
import { resumeSavedIntent, saveIntent } from '../actions.ts'
import { listOf } from '../cache.ts'
import { loadList } from '../lists.ts'
import { applyEvent } from '../live/apply-event.ts'
import { savedItems } from '../queries.ts'
import { createStoa, type Stoa } from '../stoa.ts'
import { loadViewerFacts } from '../viewer-facts.ts'
import { react, save } from './index.ts'

const post = exampleSummary()
const comment = exampleComment('wren', { postId: post.id })
const items: SavedItem[] = [
  { id: comment.id, savedAt: 2, post, comment },
  { id: post.id, savedAt: 1, post, comment: null },
]
let server: Set<string>
let isRefusing: boolean
let requests: { name: string; input: object }[]
let stoa: Stoa

interface Sent {
  postId?: string
  commentId?: string
  save?: boolean
}

const call = (async (name: string, input: Sent) => {
  requests.push({ name, input })
  const savedIds = [...server]
  await Promise.resolve()
  if (isRefusing) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
  if (name === 'viewerFacts')
    return { reactions: {}, votes: {}, comments: [], ...(savedIds.length > 0 && { saved: savedIds }) }
  if (name === 'savedList') return { items: items.filter(({ id }) => server.has(id)), cursor: null, hasMore: false }
  const id = input.postId ?? input.commentId ?? ''
  if (input.save) server.add(id)
  else server.delete(id)
  return { saved: input.save }
}) as ApiCall

const savesInStore = () => Object.keys(stoa.state.getState().saves)
const ofPost = { entityType: 'Post', entityId: post.id } as const
const ofComment = { entityType: 'Comment', entityId: comment.id } as const
const deliver = (number: number, change: boolean, userId = exampleMe().id) =>
  applyEvent(stoa, {
    id: exampleId(number, 'e'),
    at: 0,
    name: 'viewer.saved' as const,
    userId,
    postId: post.id,
    entityId: post.id,
    saved: change,
  })

beforeEach(() => {
  server = new Set()
  isRefusing = false
  requests = []
  stoa = createStoa({ client: { call }, storage: null })
  stoa.state.setState({ viewer: exampleMe(), posts: { [post.id]: post }, comments: { [comment.id]: comment } })
})

test('saving shows at once and settles, for posts and comments', async () => {
  for (const about of [ofPost, ofComment]) {
    const promise = save(stoa, { ...about, save: true })
    expect(savesInStore()).toContain(about.entityId)
    await promise
  }
  expect(requests).toEqual([
    { name: 'postSave', input: { postId: post.id, save: true } },
    { name: 'commentSave', input: { commentId: comment.id, save: true } },
  ])
  await save(stoa, { ...ofPost, save: false })
  expect(savesInStore()).toEqual([comment.id])
})

test('a refusal is rolled back', async () => {
  isRefusing = true
  const request = save(stoa, { ...ofPost, save: true })
  expect(savesInStore()).toEqual([post.id])
  await expect(request).rejects.toMatchObject({ code: 'NETWORK' })
  expect(savesInStore()).toEqual([])
})

test('it needs no membership; a visitor signs in first, without a request', async () => {
  stoa.state.setState({ viewer: null })
  await expect(save(stoa, { ...ofPost, save: true })).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
  expect([requests, savesInStore()]).toEqual([[], []])
  expect(stoa.state.getState().intent).toMatchObject({ kind: 'sign-in', action: 'save' })
  saveIntent(stoa)
  stoa.state.setState({ viewer: exampleMe({ joinedCommunities: [] }) })
  await resumeSavedIntent(stoa)
  expect([[...server], savesInStore()]).toEqual([[post.id], [post.id]])
})

test('the viewer’s facts include saved items and removals on other pages, and undo nothing newer', async () => {
  server.add(post.id)
  await loadViewerFacts(stoa)
  expect(savesInStore()).toEqual([post.id])
  server.delete(post.id)
  await loadViewerFacts(stoa)
  expect(savesInStore()).toEqual([])
  const early = loadViewerFacts(stoa)
  await save(stoa, { ...ofPost, save: true })
  await early
  expect(savesInStore()).toEqual([post.id])
})

test('other pages of the viewer update what is saved, nobody else’s do', () => {
  deliver(1, true)
  expect(savesInStore()).toEqual([post.id])
  deliver(2, false)
  deliver(1, true)
  expect(savesInStore()).toEqual([])
  deliver(3, true, exampleId(9, 'u'))
  expect(savesInStore()).toEqual([])
})

test('a newer event about a reaction does not suppress an older one about a save', () => {
  applyEvent(stoa, {
    id: exampleId(5, 'e'),
    at: 0,
    name: 'viewer.reacted' as const,
    userId: exampleMe().id,
    postId: post.id,
    ...ofPost,
    reactionName: 'thumb-up' as const,
  })
  deliver(4, true)
  expect(savesInStore()).toEqual([post.id])
})

test('the list holds posts, and comments with theirs; removed items stay in it but are no longer saved', async () => {
  for (const { id } of items) server.add(id)
  stoa.state.setState({ posts: {}, comments: {} })
  await loadList(stoa, savedItems())
  expect(listOf(stoa, savedItems()).ids).toEqual([comment.id, post.id])
  expect([...savesInStore()].toSorted()).toEqual([comment.id, post.id].toSorted())
  expect(Object.keys(stoa.state.getState().posts)).toEqual([post.id])
  await save(stoa, { ...ofComment, save: false })
  expect(listOf(stoa, savedItems()).ids).toEqual([comment.id, post.id])
  expect(savesInStore()).toEqual([post.id])
})

test('saving and reacting at once don’t undo each other', async () => {
  const refusedReaction = react(stoa, { ...ofPost, reactionName: 'thumb-up' }).catch(() => {})
  await save(stoa, { ...ofPost, save: true })
  await refusedReaction
  expect(savesInStore()).toEqual([post.id])
})
