import { useTranslate } from '@stoa/ui'
import { useThread } from './thread-context.ts'
import { writingMessages } from './writing-messages.ts'

/** Replaces a comment that the viewer has hidden for themselves, with a button that shows it again. */
export function HiddenForMe({ commentId }: { commentId: string }) {
  const t = useTranslate(writingMessages)
  const { actions } = useThread()
  return (
    <>
      {t('comment.hiddenForMe')}{' '}
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
