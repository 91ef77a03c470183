import { COMMENT_MAX_LENGTH } from '@stoa/contract'
import { Button, durationText, translatable, useI18n, useTranslate } from '@stoa/ui'
import { useThread } from '../thread/thread-context.ts'
import { composerMessages } from './messages.ts'
import { SignOut, type SignOutProps } from './sign-out.tsx'

/** Props of `ComposerBar`. */
export interface ComposerBarProps {
  /** What is being written. */
  purpose: 'comment' | 'reply' | 'edit'
  /** Length of the text. */
  length: number
  /** Whether the text can be sent. */
  sendable: boolean
  /** Whether the edited comment has changed meanwhile. */
  overtaken: boolean
  /** Whether the text is being sent. */
  busy: boolean
  /** Whether it is being sent anonymously. */
  isAnonymous: boolean
  /** Sends the text. */
  onSend: (anonymous?: boolean) => void
  /** Closes the box. Undefined if it stays open. */
  onClose: (() => void) | undefined
  /** Called when the viewer has signed out. */
  onSignOut: SignOutProps['onDone']
}

/** The counter is shown from this length. */
const COUNT_FROM = COMMENT_MAX_LENGTH - 200

/** Below the box while writing: remaining characters, the displayed name, signing out, and buttons. */
export function ComposerBar(props: ComposerBarProps) {
  const { purpose, length, sendable, overtaken, busy, isAnonymous, onSend, onClose, onSignOut } = props
  const t = useTranslate(composerMessages)
  const { locale } = useI18n()
  const { viewer, permission, allowAnonymous, isMembersOnly, slowModeSeconds } = useThread()
  const charactersLeft = COMMENT_MAX_LENGTH - length
  const isNew = purpose !== 'edit'
  const visitor = !permission.allowed && permission.code === 'AUTH_REQUIRED'
  const action = visitor ? '.signIn' : permission.allowed ? '' : '.join'
  const verb = purpose === 'reply' ? 'comment.reply.submit' : 'comment.create.submit'
  return (
    <div className="stoa-composer-bar">
      <span className="stoa-composer-facts">
        {length > COUNT_FROM ? (
          <span className="stoa-composer-count" data-over={charactersLeft < 0} role="status">
            {translatable(
              t(charactersLeft < 0 ? 'comment.tooLong' : 'comment.left', { count: Math.abs(charactersLeft) }),
            )}
          </span>
        ) : (
          isNew &&
          (viewer
            ? translatable(t('comment.postingAs', { author: viewer.displayName }))
            : isMembersOnly && <span>{t('comment.membersOnly')}</span>)
        )}
        {isNew && slowModeSeconds > 0 && (
          <span>{translatable(t('comment.slowMode', { pause: durationText(slowModeSeconds, locale) }))}</span>
        )}
        {isNew && <SignOut onDone={onSignOut} />}
      </span>
      {onClose && (
        <Button size="s" variant="quiet" onClick={onClose}>
          {t('comment.cancel')}
        </Button>
      )}
      {visitor && allowAnonymous && isNew && (
        <Button
          size="s"
          disabled={busy ? !isAnonymous : !sendable}
          busy={busy && isAnonymous}
          onClick={() => onSend(true)}
        >
          {t(`${verb}.anonymous`)}
        </Button>
      )}
      <Button
        size="s"
        variant="primary"
        disabled={busy ? isAnonymous : !sendable}
        busy={busy && !isAnonymous}
        onClick={() => onSend()}
      >
        {isNew ? t(`${verb}${action}`) : t(overtaken ? 'comment.conflict.overwrite' : 'comment.edit.submit')}
      </Button>
    </div>
  )
}
