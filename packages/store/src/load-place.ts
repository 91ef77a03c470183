import type { Comment } from '@stoa/contract'
import { type ListQuery, postComments, repliesOf } from './list-query.ts'
import { setList } from './list-state.ts'
import { PAST_CACHES } from './past-caches.ts'
import { putComments } from './put-comments.ts'
import type { Stoa } from './stoa.ts'

/** What a comment's own address shows. */
export interface CommentPlace {
  comment: Comment
  /** The top-level comment above a reply. */
  parent: Comment | null
  /** The list that begins with this comment's thread. */
  around: ListQuery
}

/** Loads one comment with its surroundings. Throws `StoaError`. */
export async function loadPlace(stoa: Stoa, commentId: string): Promise<CommentPlace> {
  const since = stoa.changes.turn
  const { comment, parent, around, replies } = await stoa.client.call('commentGet', { commentId }, PAST_CACHES)
  const top = parent ?? comment
  const query = postComments(top.postId, { from: commentId })
  const ids = putComments(stoa, around.items, { since, replace: false })
  putComments(stoa, [top, comment, ...replies.items], { since, replace: false })
  const { cursor, hasMore } = around
  // A comment that waits for approval is in no page; whoever may read it finds it where its link leads.
  const ownPage = ids.includes(top.id) ? [] : [top.id]
  const replyIds = replies.items.map(({ id }) => id)
  const ownReply = comment === top || replyIds.includes(comment.id) ? [] : [comment.id]
  setList(stoa, query, () => ({
    ids: [...ownPage, ...ids],
    local: ownPage,
    cursor,
    hasMore,
    status: 'success',
    error: null,
  }))
  setList(stoa, repliesOf(top.id), () => ({
    ids: [...replyIds, ...ownReply],
    local: ownReply,
    cursor: replies.cursor,
    hasMore: replies.hasMore,
    status: 'success',
    error: null,
  }))
  return { comment, parent, around: query }
}
