import { type Comment, CommentStatus, moderates } from '@stoa/contract'
import { Badge, Button, useTranslate } from '@stoa/ui'
import { useThread } from './thread-context.ts'
import { useCommentAction } from './use-comment-action.ts'
import { writingMessages } from './writing-messages.ts'

/** Props of `CommentMarks`. */
export interface CommentMarksProps {
  /** A pending or suspicious comment. */
  comment: Comment
}

/**
 * Shown only to its author and moderators: that a comment is pending, with approval for moderators, and its moderation
 * score.
 */
export function CommentMarks({ comment: { id, status, tokenName, moderationScore } }: CommentMarksProps) {
  const t = useTranslate(writingMessages)
  const { viewer, actions } = useThread()
  const { busy, alert, run } = useCommentAction({ isCommentChange: true })
  const isPending = status === CommentStatus.pending

  async function approve(article: HTMLElement | null) {
    // The button disappears with the mark.
    if (await run(() => actions.hide({ commentId: id, hidden: false }))) article?.focus({ preventScroll: true })
  }
  return (
    <>
      {isPending && <Badge tone="warning">{t('comment.pending')}</Badge>}
      {isPending && moderates(viewer, tokenName) && (
        <Button size="s" busy={busy} onClick={(event) => void approve(event.currentTarget.closest('article'))}>
          {t('comment.approve')}
        </Button>
      )}
      {moderationScore !== null && (
        <Badge tone={moderationScore > 50 ? 'danger' : 'warning'}>
          {t('comment.score', { score: moderationScore })}
        </Badge>
      )}
      {alert && (
        <span className="stoa-comments-alert" role="alert">
          {alert}
        </span>
      )}
    </>
  )
}
