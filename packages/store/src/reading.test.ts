import { type ApiCall, StoaError } from '@stoa/client'
import { type Comment, CommentStatus } from '@stoa/contract'
import { exampleComment, exampleId, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import { beforeEach, expect, test } from 'vitest'
import { listOf, putViewerFacts, setList } from './cache.ts'
import { applyEvent } from './live/apply-event.ts'
import { read, readAll } from './mutations/index.ts'
import { postComments } from './queries.ts'
import { createVisits, shownUntil } from './reading.ts'
import { createStoa, type Stoa } from './stoa.ts'

const post = exampleSummary({ createdAt: 50, activeAt: 100 })
const elsewhere = exampleSummary({ id: exampleId(8, 'p'), tokenName: 'SHEDS' })
let stoa: Stoa
let requests: { name: string; input: object }[]
let isRefusing: boolean
let now: number

const call = (async (name: string, input: { until?: number }) => {
  requests.push({ name, input })
  await Promise.resolve()
  if (isRefusing) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
  return { until: name === 'postReadAll' ? 900 : input.until }
}) as ApiCall

const reads = () => stoa.state.getState().reads
const timesOf = () => stoa.singleton(createVisits).timesOf(post.id, stoa.state.getState())
const arrive = (number: number, about: Partial<Comment>) => {
  const comment = exampleComment('wren', { id: exampleId(number, 'c'), postId: post.id, content: 'Hello', ...about })
  const event = { id: exampleId(number, 'e'), at: 0, postId: post.id, tokenName: post.tokenName, numComments: 1 }
  applyEvent(stoa, { ...event, name: 'comment.created', comment } as never)
}
const hear = (number: number, publisherId: string, createdAt: number) => arrive(number, { publisherId, createdAt })

beforeEach(() => {
  requests = []
  isRefusing = false
  now = 1000
  stoa = createStoa({ client: { call }, storage: null, clock: () => now })
  stoa.state.setState({
    viewer: exampleMe(),
    posts: { [post.id]: post, [elsewhere.id]: elsewhere },
    reads: { [post.id]: { until: 80, newComments: 3 }, [elsewhere.id]: { until: 80, newComments: 1 } },
    joined: [{ tokenName: post.tokenName, title: '', urlSlug: '', logoImageURI: '', hasNew: true }],
  })
})

test('a position shows at once, never moves back, and returns after a failure', async () => {
  const moved = read(stoa, { postId: post.id, until: 100 })
  expect(reads()[post.id]).toEqual({ until: 100, newComments: 0 })
  await moved
  await read(stoa, { postId: post.id, until: 90 })
  expect(reads()[post.id]?.until).toBe(100)
  expect(requests).toEqual([{ name: 'postRead', input: { postId: post.id, until: 100 } }])
  isRefusing = true
  await expect(read(stoa, { postId: post.id, until: 200 })).rejects.toThrow(StoaError)
  expect(reads()[post.id]?.until).toBe(100)
})

test('visitors record nothing', async () => {
  stoa.state.setState({ viewer: null })
  await read(stoa, { postId: post.id, until: 100 })
  expect(requests).toEqual([])
})

test('others’ live comments count where the viewer has read before, their own don’t', () => {
  hear(1, exampleMe().id, 110)
  expect(reads()[post.id]?.newComments).toBe(3)
  hear(2, exampleId(7, 'u'), 120)
  expect(reads()[post.id]).toMatchObject({ newComments: 4, firstNew: { id: exampleId(2, 'c') } })
  stoa.state.setState({ reads: {} })
  hear(3, exampleId(7, 'u'), 130)
  expect(reads()).toEqual({})
})

test('live comments by people whom the viewer has blocked or muted, or with a muted word, don’t count', () => {
  const [blocked, muted, other] = [exampleId(4, 'u'), exampleId(5, 'u'), exampleId(6, 'u')]
  const mutes = { blocked: [blocked], users: [muted], posts: [], topics: [], words: ['duck'] }
  stoa.state.setState({ viewer: exampleMe({ mutes }) })
  hear(1, blocked, 110)
  hear(2, muted, 120)
  arrive(3, { publisherId: other, createdAt: 125, content: 'A DÜCK' })
  expect(reads()[post.id]?.newComments).toBe(3)
  arrive(4, { publisherId: other, createdAt: 130, content: 'A duckling' })
  expect(reads()[post.id]).toMatchObject({ newComments: 4, firstNew: { id: exampleId(4, 'c') } })
})

test('another device’s position is adopted', () => {
  const event = { id: exampleId(1, 'e'), at: 0, name: 'viewer.read' as const, postId: post.id, until: 300 }
  applyEvent(stoa, { ...event, userId: exampleId(7, 'u') })
  expect(reads()[post.id]?.newComments).toBe(3)
  applyEvent(stoa, { ...event, userId: exampleMe().id })
  expect(reads()[post.id]).toEqual({ until: 300, newComments: 0 })
})

test('marking a community as read leaves others alone, and returns after a failure', async () => {
  await readAll(stoa, { tokenName: post.tokenName })
  expect(reads()).toEqual({
    [post.id]: { until: 900, newComments: 0 },
    [elsewhere.id]: { until: 80, newComments: 1 },
  })
  expect(stoa.state.getState().joined?.[0]?.hasNew).toBe(false)
  isRefusing = true
  const before = reads()
  await expect(readAll(stoa, {})).rejects.toThrow(StoaError)
  expect(reads()).toEqual(before)
})

test('what is new at the start of a visit stays so until the visit ends', async () => {
  const visits = stoa.singleton(createVisits)
  const end = visits.begin(post.id)
  expect(timesOf()).toMatchObject({ since: 80, liveSince: undefined })
  visits.fix(post.id, 100)
  await read(stoa, { postId: post.id, until: 100 })
  visits.fix(post.id, 150)
  expect(timesOf()).toMatchObject({ since: 80, liveSince: 100 })
  // Another list of the same thread continues the visit.
  end()
  now += 5000
  const endAgain = visits.begin(post.id)
  expect(timesOf()).toMatchObject({ since: 80 })
  endAgain()
  now += 60_000
  visits.begin(post.id)
  expect(timesOf()).toMatchObject({ since: 100, liveSince: undefined })
})

test('a first visit marks nothing but what arrives during it', () => {
  stoa.state.setState({ reads: {} })
  const visits = stoa.singleton(createVisits)
  visits.begin(post.id)
  visits.fix(post.id, 100)
  stoa.state.setState({ reads: { [post.id]: { until: 100, newComments: 0 } } })
  expect(timesOf()).toMatchObject({ since: undefined, liveSince: 100 })
})

test('comments that wait to be shown aren’t read', () => {
  expect(shownUntil(stoa, post.id, postComments(post.id))).toBe(100)
  hear(1, exampleId(7, 'u'), 120)
  expect(shownUntil(stoa, post.id, postComments(post.id))).toBe(119)
  stoa.state.setState({ newItems: {} })
  expect(shownUntil(stoa, post.id, postComments(post.id))).toBe(120)
  expect(shownUntil(stoa, exampleId(99, 'p'), postComments(exampleId(99, 'p')))).toBeUndefined()
})

test('the viewer’s own pending comment at the end of a page marks nothing on later pages as read', () => {
  const [first, last] = [90, 95].map((createdAt, index) =>
    exampleComment('wren', { id: exampleId(index + 1, 'c'), postId: post.id, createdAt }),
  ) as [Comment, Comment]
  const publisherId = exampleMe().id
  const status = CommentStatus.pending
  const own = exampleComment('wren', { id: exampleId(3, 'c'), postId: post.id, createdAt: 300, publisherId, status })
  const oldestFirst = postComments(post.id, { sort: 'old' })
  stoa.state.setState({ comments: { [first.id]: first, [last.id]: last } })
  setList(stoa, oldestFirst, () => ({ ids: [first.id, last.id], status: 'success', hasMore: true }))
  putViewerFacts(stoa, { reactions: {}, votes: {}, saved: [], comments: [own] }, { since: 0 })
  expect(listOf(stoa, oldestFirst).ids).toEqual([first.id, last.id, own.id])
  expect(shownUntil(stoa, post.id, oldestFirst)).toBe(95)
  // Its page doesn’t have any others.
  setList(stoa, oldestFirst, () => ({ ids: [own.id], local: [own.id] }))
  expect(shownUntil(stoa, post.id, oldestFirst)).toBe(post.createdAt)
})

test('what follows on later pages isn’t read yet', () => {
  const comment = exampleComment('wren', { postId: post.id, createdAt: 90 })
  const oldestFirst = postComments(post.id, { from: comment.id, sort: 'old' })
  stoa.state.setState({ comments: { [comment.id]: comment } })
  for (const [hasMore, until] of [
    [true, 90],
    [false, 100],
  ] as const) {
    setList(stoa, oldestFirst, () => ({ ids: [comment.id], status: 'success', hasMore }))
    expect(shownUntil(stoa, post.id, oldestFirst)).toBe(until)
  }
  setList(stoa, postComments(post.id, { sort: 'new' }), () => ({ ids: [comment.id], hasMore: true }))
  expect(shownUntil(stoa, post.id, postComments(post.id, { sort: 'new' }))).toBe(100)
})
