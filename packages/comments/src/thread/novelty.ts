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

/** The earliest comment that is marked as new. */
export function earliestNew(comments: readonly CommentWithReplies[], about: About): Comment | undefined {
  const all: Comment[] = comments.flatMap((comment) => [comment, ...comment.replies.items])
  return all
    .filter((comment) => noveltyOf(comment, about))
    .reduce<Comment | undefined>((first, one) => (first && first.createdAt <= one.createdAt ? first : one), undefined)
}

/**
 * The branch above which the line between old and new comments is; -1 if the order doesn't separate them. A list that
 * begins in the middle may begin with it.
 */
export function lineAbove(
  comments: readonly CommentWithReplies[],
  about: About & Pick<CommentThreadProps, 'sort' | 'allHref'>,
): number {
  const { newSince, sort, allHref } = about
  if (newSince === undefined || (sort !== 'new' && sort !== 'old')) return -1
  const isLater = ({ createdAt }: Comment) => createdAt > newSince
  const at = comments.findIndex((comment) => isLater(comment) === (sort === 'old'))
  if (at < (sort === 'old' && allHref !== undefined ? 0 : 1)) return -1
  const later = sort === 'old' ? comments.slice(at) : comments.slice(0, at)
  return later.some((comment) => noveltyOf(comment, about)) ? at : -1
}

/** Moves the focus to a comment and shows it in the middle of the view. */
export function focusComment(article: HTMLElement | null | undefined): void {
  article?.focus({ preventScroll: true })
  article?.scrollIntoView({ block: 'center' })
}

/** At the last new comment of a list that goes on with new ones, loads more and moves there. True if it does. */
export function loadMoreNew(thread: HTMLElement): boolean {
  const lastNew = () => Array.from(thread.querySelectorAll<HTMLElement>('[data-new]')).at(-1)
  const last = lastNew()
  const isFocused = () => last?.contains((thread.getRootNode() as Document | ShadowRoot).activeElement)
  const goesOn = thread.querySelector('.stoa-comments-branch:last-child > [data-new]') !== null
  const more = thread.querySelector<HTMLElement>('.stoa-comments-list ~ .stoa-comments-more')
  if (!more || !goesOn || !isFocused()) return false
  const changes = new MutationObserver(() => {
    if (isFocused() && lastNew() === last) return
    changes.disconnect()
    // Unless the reader has moved on meanwhile.
    if (isFocused()) focusNextNew(thread)
  })
  changes.observe(thread, { childList: true, subtree: true, attributeFilter: ['data-new'] })
  more.click()
  return true
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
  focusComment(target)
  return target !== undefined
}
