import { useTranslate } from '@stoa/ui'
import { useThread } from './thread-context.ts'
import { writingMessages } from './writing-messages.ts'

/** Stands in place of a comment that the viewer has hidden for themselves, and shows it again. */
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
          // The button goes: the focus goes to the comment that takes its place.
          currentTarget.closest('article')?.focus({ preventScroll: true })
          void actions.hideForMe?.(commentId, false)
        }}
      >
        {t('comment.showAgain')}
      </button>
    </>
  )
}
