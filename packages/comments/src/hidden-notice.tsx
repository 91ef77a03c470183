import { type Comment, CommentStatus, canHideComment, isOwn } from '@stoa/contract'
import { reasonText } from '@stoa/store'
import { Button, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useThread } from './thread-context.ts'
import { useCommentAction } from './use-comment-action.ts'
import { writingMessages } from './writing-messages.ts'

/** Props of `HiddenNotice`. */
export interface HiddenNoticeProps {
  /** A hidden comment. */
  comment: Comment
}

/** Shows people who can still see a hidden comment who hid it and why, with a button for those who may restore it. */
export function HiddenNotice({ comment }: HiddenNoticeProps) {
  const t = useTranslate(writingMessages)
  const { viewer, actions } = useThread()
  const { busy, alert, run } = useCommentAction({ isCommentChange: true })
  const [now] = useState(Date.now)
  const own = isOwn(viewer, comment.publisherId) && comment.status === CommentStatus.hiddenByPublisher
  const { reason = '', by = '' } = comment.hidden ?? {}

  async function restore(article: HTMLElement | null) {
    // The button disappears with the notice.
    const done = await run(() => actions.hide({ commentId: comment.id, hidden: false }))
    if (done) article?.focus({ preventScroll: true })
  }
  return (
    <div className="stoa-comments-notice">
      <span>
        {own ? t('comment.hidden.own') : t('comment.hidden.by', { by })}
        {reason && <b dir="auto">{` ${reasonText(reason, t)}`}</b>}
      </span>
      {canHideComment(viewer, comment, { hidden: false, now }).allowed && (
        <Button size="s" busy={busy} onClick={(event) => void restore(event.currentTarget.closest('article'))}>
          {t('comment.restore')}
        </Button>
      )}
      {alert && (
        <p className="stoa-comments-alert" role="alert">
          {alert}
        </p>
      )}
    </div>
  )
}
