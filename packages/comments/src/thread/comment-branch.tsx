import { type Comment, CommentStatus, type CommentWithReplies } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { LoadMoreButton } from './load-more-button.tsx'
import { threadMessages } from './messages.ts'
import { useThread } from './thread-context.ts'

/** Props of `CommentBranch`. */
export interface CommentBranchProps {
  /** A top-level comment with the replies loaded so far, oldest first. */
  comment: CommentWithReplies
  /** Renders one comment. */
  draw: (comment: Comment) => ReactNode
  /** Identifies a comment's element. */
  keyOf: (commentId: string) => string
  /** Replies are being loaded. Default false. */
  busy?: boolean | undefined
  /** The line between old and new comments is above it. Default false. */
  isBelowLine?: boolean | undefined
  /** Number of new replies that wait to be shown. Default 0. */
  newCount?: number | undefined
}

/** A top-level comment and its replies. */
export function CommentBranch({ comment, draw, keyOf, busy, newCount = 0, isBelowLine = false }: CommentBranchProps) {
  const t = useTranslate(threadMessages)
  const { actions, links, isStatic } = useThread()
  const { items, hasMore, cursor } = comment.replies
  const remaining = comment.numComments - items.filter(({ status }) => status === CommentStatus.published).length
  return (
    <li className="stoa-comments-branch">
      {isBelowLine && (
        <p className="stoa-comments-line">
          <span>{t('comment.new.line')}</span>
        </p>
      )}
      {draw(comment)}
      {(items.length > 0 || hasMore || newCount > 0) && (
        <ol className="stoa-comments-replies" data-empty={(items.length === 0 && !hasMore) || undefined}>
          {items.map((reply) => (
            <li key={keyOf(reply.id)}>{draw(reply)}</li>
          ))}
          {hasMore ? (
            <li>
              <LoadMoreButton
                text={t('comment.loadReplies', { count: Math.max(remaining, 1) })}
                busy={busy}
                onLoad={() => actions.loadReplies(comment.id)}
                // Without scripts the forum has them.
                href={isStatic ? links.comment(comment) : cursor ? links.more?.(cursor, comment) : undefined}
              />
            </li>
          ) : (
            newCount > 0 && (
              <li className="stoa-comments-fresh-replies">
                <LoadMoreButton
                  text={t('comment.fresh.replies', { count: newCount })}
                  onLoad={() => actions.showNewItems(comment.id)}
                />
              </li>
            )
          )}
        </ol>
      )}
    </li>
  )
}
