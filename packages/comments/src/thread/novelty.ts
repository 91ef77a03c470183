import { type Comment, CommentStatus, type CommentWithReplies, isOwn } from '@stoa/contract'
import type { CommentThreadProps } from './comment-thread.tsx'

/** Why a comment is marked: new since the last visit, or just arrived. */
export type Novelty = 'new' | 'live'

type About = Pick<CommentThreadProps, 'newSince' | 'liveSince' | 'viewer' | 'muted'>

/** How a comment is marked; undefined: not at all. */
export function noveltyOf(comment: Comment, { newSince, liveSince, viewer, muted }: About): Novelty | undefined {
  const { id, createdAt, publisherId, status, content } = comment
  if (!viewer || content === null || status !== CommentStatus.published || isOwn(viewer, publisherId)) return undefined
  if (muted?.[id]) return undefined
  if (liveSince !== undefined && createdAt > liveSince) return 'live'
  return newSince !== undefined && createdAt > newSince ? 'new' : undefined
}

/** The branch above which the line between old and new comments is; -1 if the order doesn't separate them. */
export function lineAbove(
  comments: readonly CommentWithReplies[],
  about: About & Pick<CommentThreadProps, 'sort'>,
): number {
  const { newSince, sort } = about
  if (newSince === undefined || (sort !== 'new' && sort !== 'old')) return -1
  const isLater = ({ createdAt }: Comment) => createdAt > newSince
  const at = comments.findIndex((comment) => isLater(comment) === (sort === 'old'))
  if (at < 1) return -1
  const later = sort === 'old' ? comments.slice(at) : comments.slice(0, at)
  return later.some((comment) => noveltyOf(comment, about)) ? at : -1
}

/** Moves the focus to the next new comment in a thread, from the last to the first. False if there is none. */
export function focusNextNew(thread: HTMLElement, isWanted: (article: HTMLElement) => boolean = () => true): boolean {
  const articles = Array.from(thread.querySelectorAll<HTMLElement>('[data-new]')).filter(isWanted)
  const focused = (thread.getRootNode() as Document | ShadowRoot).activeElement
  const current = focused && thread.contains(focused) ? focused.closest('article') : null
  const next = articles.find((article) =>
    current
      ? current.compareDocumentPosition(article) & Node.DOCUMENT_POSITION_FOLLOWING
      : article.getBoundingClientRect().bottom > 0,
  )
  const target = next ?? articles[0]
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'center' })
  return target !== undefined
}
