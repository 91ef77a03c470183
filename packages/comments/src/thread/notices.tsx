import { type Comment, CommentStatus, canHideComment, isOwn, type MuteCause, moderates } from '@stoa/contract'
import { reasonMessages, reasonText } from '@stoa/store'
import { Anchor, Badge, Button, RelativeTime, translatable, useHasCome, useTranslate, Written } from '@stoa/ui'
import { useState } from 'react'
import { useThread } from './thread-context.ts'
import { useCommentAction } from './use-comment-action.ts'

/** English texts of the notices. */
export const noticeMessages = {
  ...reasonMessages,
  'comment.pending': 'Pending approval',
  'comment.approve': 'Approve',
  'comment.score': 'Moderation score {score}',
  'comment.banned.until': 'You can write here again {date}.',
  'comment.banned.reason': 'Reason: “{reason}”',
  'comment.banned.always': 'This ban is permanent unless a moderator lifts it.',
  'comment.banned.over': 'Your ban has ended. Reload to post again.',
  'comment.timeout.over': 'Your time-out has ended. Reload to post again.',
  'comment.banned.appeal': 'Appeal…',
  'comment.hidden.own': 'You deleted this comment. Only you and moderators can see it.',
  'comment.hidden.by':
    '{by, select, publisher {Deleted by its author} domain {Hidden by an administrator} other {Hidden by a moderator}}{reason, select, spam { for spam} hateful { for hateful content} nudity { for nudity} other {}}. Only its author and moderators can see it.',
  'comment.hidden.reason': 'Reason: {reason}',
  'comment.restore': 'Restore',
  'comment.hiddenForMe': 'You hid this comment.',
  'comment.showAgain': 'Show again',
  'comment.muted':
    '{cause, select, blocked {Hidden because you blocked this person.} user {Hidden because you muted this person.} other {Hidden because you muted a word in it.}}',
  'comment.muted.show': 'Show once',
  'comment.muted.unmute': 'Unmute',
  'comment.muted.unblock': 'Unblock',
} as const

/** Reasons that the sentence about a hidden comment names. */
const NAMED_REASONS = ['spam', 'hateful', 'nudity']

/** Props of `BanEnd`. */
export interface BanEndProps {
  /** When it ends, in ms; 0: never. */
  until: number
  /** The moderator's reason. Default: none. */
  reason?: string | undefined
  /** A time-out instead of a ban. Default false. */
  isTimeout?: boolean | undefined
  /** Where the viewer appeals. Default: no link. */
  appealHref?: string | undefined
}

/** Shows until when and why the viewer is banned, after the sentence about the ban, and links to the appeal. */
export function BanEnd({ until, reason = '', isTimeout = false, appealHref }: BanEndProps) {
  const t = useTranslate(noticeMessages)
  const isOver = useHasCome(until)
  if (until !== 0 && isOver) return <> {translatable(t(isTimeout ? 'comment.timeout.over' : 'comment.banned.over'))}</>
  return (
    <span>
      {' '}
      {until === 0
        ? translatable(t('comment.banned.always'))
        : t.rich('comment.banned.until', { date: <RelativeTime value={until} /> })}
      {reason && <> {t.rich('comment.banned.reason', { reason: <Written>{reason}</Written> })}</>}
      {appealHref && (
        <>
          {' '}
          <Anchor className="stoa-link" href={appealHref}>
            {t('comment.banned.appeal')}
          </Anchor>
        </>
      )}
    </span>
  )
}

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
  const t = useTranslate(noticeMessages)
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
          {translatable(alert)}
        </span>
      )}
    </>
  )
}

/** Replaces a comment that the viewer has hidden for themselves, with a button that shows it again. */
export function HiddenForMe({ commentId }: { commentId: string }) {
  const t = useTranslate(noticeMessages)
  const { actions } = useThread()
  return (
    <>
      {translatable(t('comment.hiddenForMe'))}{' '}
      <button
        type="button"
        className="stoa-comment-fold"
        onClick={({ currentTarget }) => {
          // The button disappears. The comment that replaces it gets the focus.
          currentTarget.closest('article')?.focus({ preventScroll: true })
          void actions.hideForMe?.(commentId, false)
        }}
      >
        {t('comment.showAgain')}
      </button>
    </>
  )
}

/** Props of `MutedComment`. */
export interface MutedCommentProps {
  comment: Comment
  /** Why it is collapsed. */
  cause: MuteCause
  /** Called to show it until the page is left. */
  onShow: () => void
}

/** Replaces a comment that the viewer has muted, with buttons that show it once and that end the mute. */
export function MutedComment({ comment, cause, onShow }: MutedCommentProps) {
  const t = useTranslate(noticeMessages)
  const { actions } = useThread()
  const { alert, run } = useCommentAction({ isCommentChange: true })
  const { publisherId } = comment
  const { mute, block } = actions
  const end =
    cause === 'blocked' && block
      ? () => block(publisherId, false)
      : cause === 'user' && mute
        ? () => mute(publisherId, false)
        : null
  // The buttons disappear. The comment that replaces them gets the focus.
  const focus = (button: HTMLElement) => button.closest('article')?.focus({ preventScroll: true })
  return (
    <>
      {translatable(t('comment.muted', { cause }))}{' '}
      <button
        type="button"
        className="stoa-comment-fold"
        onClick={({ currentTarget }) => {
          focus(currentTarget)
          onShow()
        }}
      >
        {t('comment.muted.show')}
      </button>
      {end && (
        <>
          {' '}
          <button
            type="button"
            className="stoa-comment-fold"
            onClick={({ currentTarget }) => {
              focus(currentTarget)
              void run(end)
            }}
          >
            {t(cause === 'blocked' ? 'comment.muted.unblock' : 'comment.muted.unmute')}
          </button>
        </>
      )}
      {alert && (
        <p className="stoa-comments-alert" role="alert">
          {translatable(alert)}
        </p>
      )}
    </>
  )
}

/** Props of `HiddenNotice`. */
export interface HiddenNoticeProps {
  /** A hidden comment. */
  comment: Comment
}

/** Shows people who can still see a hidden comment who hid it and why, with a button for those who may restore it. */
export function HiddenNotice({ comment }: HiddenNoticeProps) {
  const t = useTranslate(noticeMessages)
  const { viewer, actions } = useThread()
  const { busy, alert, run } = useCommentAction({ isCommentChange: true })
  const [now] = useState(Date.now)
  const isDeletedByViewer = isOwn(viewer, comment.publisherId) && comment.status === CommentStatus.hiddenByPublisher
  const { reason = '', by = '' } = comment.hidden ?? {}

  async function restore(article: HTMLElement | null) {
    // The button disappears with the notice.
    const isRestored = await run(() => actions.hide({ commentId: comment.id, hidden: false }))
    if (isRestored) article?.focus({ preventScroll: true })
  }
  return (
    <div className="stoa-comments-notice">
      <span>
        {translatable(isDeletedByViewer ? t('comment.hidden.own') : t('comment.hidden.by', { by, reason }))}
        {reason && !NAMED_REASONS.includes(reason) && (
          <b> {t.rich('comment.hidden.reason', { reason: <Written>{reasonText(reason, t)}</Written> })}</b>
        )}
      </span>
      {canHideComment(viewer, comment, { hidden: false, now }).allowed && (
        <Button size="s" busy={busy} onClick={(event) => void restore(event.currentTarget.closest('article'))}>
          {t('comment.restore')}
        </Button>
      )}
      {alert && (
        <p className="stoa-comments-alert" role="alert">
          {translatable(alert)}
        </p>
      )}
    </div>
  )
}
