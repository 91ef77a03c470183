import { CommentStatus } from '@stoa/contract'
import { exampleComment, exampleId } from '@stoa/contract/fixtures'
import { expect, test } from 'vitest'
import { listOf, putViewerFacts, setList } from './cache.ts'
import { postComments, repliesOf } from './queries.ts'
import { createStoa } from './stoa.ts'
import { createFakeServer } from './testing/fake-server.ts'

const postId = 'p0000000000000000001'
const listedComment = exampleComment('otto', { id: exampleId(1), postId })
const hidden = exampleComment('otto', { id: exampleId(2), postId, status: CommentStatus.hiddenByAdmin, createdAt: 2 })
const pendingComment = exampleComment('otto', { id: exampleId(3), postId, status: CommentStatus.pending, createdAt: 1 })
const reply = exampleComment('otto', {
  id: exampleId(4),
  postId,
  parentCommentId: listedComment.id,
  status: CommentStatus.pending,
})

test('own comments missing from lists are added once after the loaded part, and move nothing', () => {
  const stoa = createStoa({ client: createFakeServer(), storage: null })
  const whole = [postComments(postId), postComments(postId, { sort: 'new' })]
  const around = postComments(postId, { from: listedComment.id })
  for (const query of [...whole, around]) setList(stoa, query, () => ({ ids: [listedComment.id], status: 'success' }))
  setList(stoa, repliesOf(listedComment.id), () => ({ status: 'success' }))
  const facts = { reactions: {}, votes: {}, comments: [listedComment, hidden, pendingComment, reply] }
  putViewerFacts(stoa, facts, { since: 0 })
  putViewerFacts(stoa, facts, { since: 0 })
  for (const query of whole) expect(listOf(stoa, query).ids).toEqual([listedComment.id, pendingComment.id, hidden.id])
  expect(listOf(stoa, around).ids).toEqual([listedComment.id])
  expect(listOf(stoa, repliesOf(listedComment.id)).ids).toEqual([reply.id])
  expect(stoa.state.getState().comments[hidden.id]).toEqual(hidden)
})

test('comments on posts without loaded comments create no list', () => {
  const stoa = createStoa({ client: createFakeServer(), storage: null })
  putViewerFacts(stoa, { reactions: {}, votes: {}, comments: [hidden, reply] }, { since: 0 })
  expect(stoa.state.getState().lists).toEqual({})
})
