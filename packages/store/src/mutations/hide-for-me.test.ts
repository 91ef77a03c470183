import { type ApiCall, StoaError } from '@stoa/client'
import { exampleComment, exampleId, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import { beforeEach, expect, test } from 'vitest'
import { loadList } from '../lists.ts'
import { applyEvent } from '../live/apply-event.ts'
import { hiddenForMeItems } from '../queries.ts'
import { createStoa, type Stoa } from '../stoa.ts'
import { loadViewerFacts } from '../viewer-facts.ts'
import { hideForMe } from './index.ts'

const preview = { id: exampleId(3, 'c'), publisherId: '', publisherName: '', excerpt: 'Buy this', createdAt: 1 }
const post = exampleSummary({ previewComments: [preview] })
const comment = exampleComment('wren', { postId: post.id })
const ofComment = { entityType: 'Comment', entityId: comment.id } as const
let server: Set<string>
let isRefusing: boolean
let requests: { name: string; input: object }[]
let stoa: Stoa

const call = (async (name: string, input: { entityId: string; hide: boolean }) => {
  requests.push({ name, input })
  const hiddenIds = [...server]
  await Promise.resolve()
  if (isRefusing) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
  if (name === 'viewerFacts') return { reactions: {}, votes: {}, comments: [], hiddenForMe: hiddenIds }
  if (name === 'hiddenForMeList') {
    return { items: [{ id: comment.id, hiddenAt: 1, post, comment }], cursor: null, hasMore: false }
  }
  if (input.hide) server.add(input.entityId)
  else server.delete(input.entityId)
  return { hidden: input.hide }
}) as ApiCall

const hidden = () => Object.keys(stoa.state.getState().hides)

beforeEach(() => {
  server = new Set()
  isRefusing = false
  requests = []
  stoa = createStoa({ client: { call }, storage: null })
  stoa.state.setState({ viewer: exampleMe(), posts: { [post.id]: post }, comments: { [comment.id]: comment } })
})

test('it is hidden at once, and shown again', async () => {
  const promise = hideForMe(stoa, { ...ofComment, hide: true })
  expect(hidden()).toEqual([comment.id])
  await promise
  await hideForMe(stoa, { ...ofComment, hide: false })
  expect(hidden()).toEqual([])
  expect(requests).toEqual([true, false].map((hide) => ({ name: 'contentHideForMe', input: { ...ofComment, hide } })))
})

test('a refusal is rolled back', async () => {
  isRefusing = true
  await expect(hideForMe(stoa, { ...ofComment, hide: true })).rejects.toMatchObject({ code: 'NETWORK' })
  expect(hidden()).toEqual([])
})

test('the viewer’s facts tell it, of previewed comments as well, and what was shown again elsewhere', async () => {
  server.add(preview.id)
  await loadViewerFacts(stoa)
  expect(hidden()).toEqual([preview.id])
  expect(requests[0]?.input).toEqual({ postIds: post.id, commentIds: `${comment.id},${preview.id}` })
  server.clear()
  await loadViewerFacts(stoa)
  expect(hidden()).toEqual([])
})

test('other pages of the viewer tell it, nobody else’s do', () => {
  const deliver = (number: number, change: boolean, userId = exampleMe().id) =>
    applyEvent(stoa, {
      id: exampleId(number, 'e'),
      at: 0,
      name: 'viewer.hid' as const,
      userId,
      postId: post.id,
      entityId: post.id,
      hidden: change,
    })
  deliver(1, true)
  deliver(2, false, exampleId(9, 'u'))
  expect(hidden()).toEqual([post.id])
  deliver(3, false)
  expect(hidden()).toEqual([])
})

test('what its list holds can be shown again from there', async () => {
  server.add(comment.id)
  stoa.state.setState({ posts: {}, comments: {} })
  await loadList(stoa, hiddenForMeItems())
  expect(hidden()).toEqual([comment.id])
  await hideForMe(stoa, { ...ofComment, hide: false })
  expect([hidden(), [...server]]).toEqual([[], []])
})
