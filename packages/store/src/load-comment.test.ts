import { CommentStatus } from '@stoa/contract'
import { exampleBranch, exampleComment } from '@stoa/contract/fixtures'
import { expect, test } from 'vitest'
import { listOf } from './cache.ts'
import { loadComment } from './load.ts'
import { postComments, repliesOf } from './queries.ts'
import { createStoa, type StoaOptions } from './stoa.ts'

const page = <Item>(items: Item[]) => ({ items, cursor: null, hasMore: false })

/** An application whose server has one comment and this page around it. */
function startAt(response: object) {
  const call = async () => response
  return createStoa({ client: { call: call as StoaOptions['client']['call'] }, storage: null })
}

const other = exampleBranch(exampleComment('heron'))

test('a linked pending comment comes before the page around it', async () => {
  const comment = exampleComment('wren', { status: CommentStatus.pending })
  const stoa = startAt({ comment, parent: null, around: page([other]), replies: page([]) })
  const { around } = await loadComment(stoa, comment.id)
  expect(listOf(stoa, around).ids).toEqual([comment.id, other.id])
})

test('the page around it has the chosen order', async () => {
  const stoa = startAt({ comment: other, parent: null, around: page([other]), replies: page([]) })
  const { around } = await loadComment(stoa, other.id, 'old')
  expect(around).toEqual(postComments(other.postId, { from: other.id, sort: 'old' }))
  expect(listOf(stoa, around).ids).toEqual([other.id])
})

test('a pending reply comes after the others', async () => {
  const otherReply = exampleComment('otter', { parentCommentId: other.id })
  const comment = exampleComment('wren', { parentCommentId: other.id, status: CommentStatus.pending })
  const stoa = startAt({ comment, parent: other, around: page([other]), replies: page([otherReply]) })
  const { around } = await loadComment(stoa, comment.id)
  expect(listOf(stoa, around).ids).toEqual([other.id])
  expect(listOf(stoa, repliesOf(other.id)).ids).toEqual([otherReply.id, comment.id])
})

test('a comment that is on the page anyway appears once', async () => {
  const stoa = startAt({ comment: other, parent: null, around: page([other]), replies: page([]) })
  const { around } = await loadComment(stoa, other.id)
  expect(listOf(stoa, around).ids).toEqual([other.id])
})
