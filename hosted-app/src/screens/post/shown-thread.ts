import type { ShownComment } from '@stoa/contract'
import { type ListQuery, listOf, repliesOf, type Stoa } from '@stoa/store'

/** The comments of a list with their replies, as they are in the store. */
export function shownThread(stoa: Stoa, query: ListQuery): ShownComment[] {
  const { comments } = stoa.state.getState()
  const rows = (list: ListQuery) => listOf(stoa, list).ids.flatMap((id) => comments[id] ?? [])
  return rows(query).map((comment) => ({ comment, replies: rows(repliesOf(comment.id)) }))
}
