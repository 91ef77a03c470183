import { type Comment, CommentStatus } from '@stoa/contract'
import { Badge, useTranslate } from '@stoa/ui'
import { writingMessages } from './writing-messages.ts'

/** Props of `CommentMarks`. */
export interface CommentMarksProps {
  /** A comment that is not yet, or perhaps should not be, before everybody. */
  comment: Comment
}

/** What only its author and moderators see beside a comment: that it waits for approval, and its moderation score. */
export function CommentMarks({ comment: { status, moderationScore } }: CommentMarksProps) {
  const t = useTranslate(writingMessages)
  return (
    <>
      {status === CommentStatus.pending && <Badge tone="warning">{t('comment.pending')}</Badge>}
      {moderationScore !== null && (
        <Badge tone={moderationScore > 50 ? 'danger' : 'warning'}>
          {t('comment.score', { score: moderationScore })}
        </Badge>
      )}
    </>
  )
}
