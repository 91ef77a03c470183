import { useActions } from '@stoa/store/react'
import { Button, useTranslate } from '@stoa/ui'
import { useErrorToast } from '../../shell/use-error-toast.ts'

/** English texts shown instead of a response that the viewer has hidden for themselves. */
const hiddenResponseMessages = {
  'responses.hidden': 'You hid this response.',
  'responses.showAgain': 'Show again',
} as const

/** Replaces a response that the viewer has hidden for themselves, with a button to show it again. */
export function HiddenResponse({ postId }: { postId: string }) {
  const t = useTranslate(hiddenResponseMessages)
  const alert = useErrorToast()
  const { hideForMe } = useActions()
  const show = (item: HTMLElement | null) =>
    void hideForMe({ entityType: 'Post', entityId: postId, hide: false }).then(
      // The button has disappeared.
      () => item?.querySelector('a')?.focus(),
      alert,
    )
  return (
    <p className="stoa-app-muted">
      {t('responses.hidden')}{' '}
      <Button size="s" variant="quiet" onClick={({ currentTarget }) => show(currentTarget.closest('li'))}>
        {t('responses.showAgain')}
      </Button>
    </p>
  )
}
