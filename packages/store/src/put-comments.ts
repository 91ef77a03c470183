import type { Comment, Page } from '@stoa/contract'
import { listKey, repliesOf } from './list-query.ts'
import type { List } from './state.ts'
import type { Stoa } from './stoa.ts'
import { byId, putRows } from './tables.ts'

/** Puts comments with their first replies into tables and lists; a longer list of replies is kept unless `replace` is set. */
export function putComments(
  stoa: Stoa,
  items: readonly (Comment & { replies?: Page<Comment> })[],
  options: { since: number; replace: boolean },
): string[] {
  const comments: Comment[] = []
  const lists: Record<string, List> = {}
  const known = stoa.state.getState().lists
  for (const { replies, ...comment } of items) {
    comments.push(comment, ...(replies?.items ?? []))
    if (!replies || comment.parentCommentId !== null) continue
    const key = listKey(repliesOf(comment.id))
    if (known[key] && (!options.replace || known[key].ids.length > replies.items.length)) continue
    const { cursor, hasMore } = replies
    const ids = replies.items.map(({ id }) => id)
    lists[key] = { ids, local: [], cursor, hasMore, status: 'success', error: null }
  }
  putRows(stoa, { comments: byId(comments) }, options.since)
  stoa.state.setState((state) => ({ lists: { ...state.lists, ...lists } }))
  return items.map(({ id }) => id)
}
