import type { CommentSort } from '@stoa/contract'
import type { TalkComment, TalkPage } from './talk-page.ts'

/** A copied talk page: ids by index of the comment. */
export interface Thread {
  /** The article that has the thread. */
  articleUrl: string
  /** The article's post in the forum. */
  postId: string
  ids: string[]
  /** Whether the comments keep their original times. */
  keepsTimes: boolean
}

/** Ids in the order that a list must have: sorted top-level comments, each followed by its replies, oldest first. */
export function expectedOrder(page: TalkPage, { thread, sort }: { thread: Thread; sort: CommentSort }): string[] {
  const oldest = page.comments.toSorted(byTime(thread))
  const replies = new Map<number, TalkComment[]>()
  for (const comment of oldest) {
    if (comment.parentIndex !== null) replies.set(comment.top, [...(replies.get(comment.top) ?? []), comment])
  }
  const tops = oldest.filter(({ parentIndex }) => parentIndex === null)
  if (sort === 'active') tops.sort(byActivity(thread, replies))
  // Without votes, top equals newest first.
  if (sort !== 'old') tops.reverse()
  return tops.flatMap((top) => [top, ...(replies.get(top.index) ?? [])]).map(({ index }) => thread.ids[index] ?? '')
}

/** Oldest first; at equal times by id. */
export function byTime({ ids, keepsTimes }: Thread): (a: TalkComment, b: TalkComment) => number {
  const idOf = ({ index }: TalkComment) => ids[index] ?? ''
  return (a, b) => (keepsTimes ? a.writtenAt - b.writtenAt : 0) || (idOf(a) < idOf(b) ? -1 : 1)
}

/** By the time of the latest comment in the thread, then by id. */
function byActivity(
  { ids, keepsTimes }: Thread,
  replies: Map<number, TalkComment[]>,
): (a: TalkComment, b: TalkComment) => number {
  const lastOf = (top: TalkComment) =>
    Math.max(
      ...[top, ...(replies.get(top.index) ?? [])].map(({ writtenAt, index }) => (keepsTimes ? writtenAt : index)),
    )
  return (a, b) => lastOf(a) - lastOf(b) || ((ids[a.index] ?? '') < (ids[b.index] ?? '') ? -1 : 1)
}
