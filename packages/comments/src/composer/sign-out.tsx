import { Button, translatable, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useThread } from '../thread/thread-context.ts'
import { useCommentAction } from '../thread/use-comment-action.ts'
import { composerMessages } from './messages.ts'

/** Props of `SignOut`. */
export interface SignOutProps {
  /** Called after signing out, or with false when an error is shown. The focused button may have disappeared. */
  onDone?: ((isOut: boolean) => void) | undefined
}

/** Signs the viewer out, if the page has no other way. */
export function SignOut({ onDone }: SignOutProps) {
  const t = useTranslate(composerMessages)
  const { viewer, actions } = useThread()
  const { busy, alert, run } = useCommentAction()
  const [isOut, setIsOut] = useState(false)
  const { signOut } = actions
  if (!signOut) return null
  return (
    <>
      {viewer && (
        <Button
          size="s"
          variant="quiet"
          busy={busy}
          onClick={async () => {
            const isDone = await run(signOut)
            setIsOut(isDone)
            onDone?.(isDone)
          }}
        >
          {t('comment.signOut')}
        </Button>
      )}
      {/* Always rendered, so that screen readers announce its content. */}
      <span role="status">{isOut && !viewer && translatable(t('comment.signOut.done'))}</span>
      <span className="stoa-comments-alert" role="alert">
        {viewer && translatable(alert)}
      </span>
    </>
  )
}
