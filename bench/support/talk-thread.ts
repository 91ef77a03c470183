import type { CommentSort } from '@stoa/contract'
import type { TalkComment, TalkPage } from './talk-page.ts'

/** A replayed page: ids by the comment's place in it. */
export interface Thread {
  /** The article that it stands under. */
  articleUrl: string
  /** The post that stands for the article in the forum. */
  postId: string
  ids: string[]
  /** Whether the comments kept their own times. */
  keepsTimes: boolean
}

/** Ids as a list must show them: the top-level comments in its order, each followed by its replies, oldest first. */
export function expectedOrder(page: TalkPage, { thread, sort }: { thread: Thread; sort: CommentSort }): string[] {
  const oldest = page.comments.toSorted(byTime(thread))
  const replies = new Map<number, TalkComment[]>()
  for (const comment of oldest) {
    if (comment.answers !== null) replies.set(comment.top, [...(replies.get(comment.top) ?? []), comment])
  }
  const tops = oldest.filter(({ answers }) => answers === null)
  if (sort === 'active') tops.sort(byActivity(thread, replies))
  // Without votes the top order is that of the newest.
  if (sort !== 'old') tops.reverse()
  return tops.flatMap((top) => [top, ...(replies.get(top.index) ?? [])]).map(({ index }) => thread.ids[index] ?? '')
}

/** Oldest first; those of one time in the order of their ids. */
export function byTime({ ids, keepsTimes }: Thread): (a: TalkComment, b: TalkComment) => number {
  const idOf = ({ index }: TalkComment) => ids[index] ?? ''
  return (a, b) => (keepsTimes ? a.writtenAt - b.writtenAt : 0) || (idOf(a) < idOf(b) ? -1 : 1)
}

/** By the time of the last word in the thread, then by id. */
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
