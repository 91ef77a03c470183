import { COMMENT_MAX_LENGTH } from '@stoa/contract'
import { durationText, useI18n, useTranslate } from '@stoa/ui'
import { SignOut, type SignOutProps } from './sign-out.tsx'
import { useThread } from './thread-context.ts'
import { writingMessages } from './writing-messages.ts'

/** Props of `ComposerFacts`. */
export interface ComposerFactsProps {
  /** Length of the text. */
  length: number
  /** Whether to show the name under which it will appear. */
  withName: boolean
  /** Called when the viewer has signed out. */
  onSignOut: SignOutProps['onDone']
}

/** The counter is shown from this length. */
const COUNT_FROM = COMMENT_MAX_LENGTH - 200

/** Shown while writing: remaining characters, the displayed name, and signing out. */
export function ComposerFacts({ length, withName, onSignOut }: ComposerFactsProps) {
  const t = useTranslate(writingMessages)
  const { locale } = useI18n()
  const { viewer, isMembersOnly, slowModeSeconds } = useThread()
  const left = COMMENT_MAX_LENGTH - length
  return (
    <span className="stoa-composer-facts">
      {length > COUNT_FROM ? (
        <span className="stoa-composer-count" data-over={left < 0} role="status">
          {t(left < 0 ? 'comment.tooLong' : 'comment.left', { count: Math.abs(left) })}
        </span>
      ) : (
        withName &&
        (viewer ? (
          <span>{t('comment.postingAs', { author: viewer.displayName })}</span>
        ) : (
          isMembersOnly && <span>{t('comment.membersOnly')}</span>
        ))
      )}
      {withName && slowModeSeconds > 0 && (
        <span>{t('comment.slowMode', { pause: durationText(slowModeSeconds, locale) })}</span>
      )}
      {withName && <SignOut onDone={onSignOut} />}
    </span>
  )
}
