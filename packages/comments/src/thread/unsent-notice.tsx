import type { Comment } from '@stoa/contract'
import { refusalText } from '@stoa/store'
import { Button, translatable, useTranslate } from '@stoa/ui'
import { type Unsent, useThread } from './thread-context.ts'
import { useCommentAction } from './use-comment-action.ts'

/** English texts of comments that wait for the network. */
const unsentMessages = {
  'comment.unsent': '{state, select, sending {Sending…} waiting {Waiting for network} other {Not sent}}',
  'comment.unsent.refused': 'This comment wasn’t accepted: {reason}',
  'comment.unsent.expired': 'This comment has waited for more than a day. It may have arrived.',
  'comment.unsent.edit': 'Edit',
  'comment.unsent.send': 'Send',
  'comment.unsent.discard': 'Discard',
  'comment.unsent.discarded': 'Comment discarded',
} as const

/** In place of the time: whether a comment is being sent, or waits. */
export function UnsentState({ unsent }: { unsent: Unsent }) {
  const t = useTranslate(unsentMessages)
  return <span className="stoa-comment-unsent">{t('comment.unsent', { state: unsent.state })}</span>
}

/** Props of `UnsentNotice`. */
export interface UnsentNoticeProps {
  comment: Comment
  unsent: Unsent
  /** Opens the text for editing. */
  onEdit: () => void
}

/** Below a comment that isn't sent unasked: why, and what its author can do. */
export function UnsentNotice({ comment, unsent, onEdit }: UnsentNoticeProps) {
  const t = useTranslate(unsentMessages)
  const { actions } = useThread()
  const { busy, alert, run } = useCommentAction()
  const { state } = unsent
  const { unsent: act, done } = actions
  if (!act || (state !== 'refused' && state !== 'expired')) return null

  async function send(article: HTMLElement | null) {
    // The button disappears with the notice.
    if (await run(() => act?.send(comment.id) ?? Promise.resolve())) article?.focus({ preventScroll: true })
  }
  async function discard(button: HTMLElement) {
    const thread = button.closest('.stoa-comments')
    const isDone = await run(async () => {
      const undo = await act?.discard(comment.id)
      if (undo) done?.(t('comment.unsent.discarded'), undo)
    })
    // The comment is gone.
    if (isDone) thread?.querySelector('textarea')?.focus({ preventScroll: true })
  }
  return (
    <div className="stoa-comments-notice" role="alert">
      <span>
        {translatable(
          state === 'refused'
            ? t('comment.unsent.refused', { reason: refusalText(unsent, t) })
            : t('comment.unsent.expired'),
        )}
      </span>
      {state === 'refused' ? (
        <Button size="s" onClick={onEdit}>
          {t('comment.unsent.edit')}
        </Button>
      ) : (
        <Button size="s" busy={busy} onClick={({ currentTarget }) => void send(currentTarget.closest('article'))}>
          {t('comment.unsent.send')}
        </Button>
      )}
      <Button size="s" variant="quiet" busy={busy} onClick={({ currentTarget }) => void discard(currentTarget)}>
        {t('comment.unsent.discard')}
      </Button>
      {alert && <span className="stoa-comments-alert">{translatable(alert)}</span>}
    </div>
  )
}
