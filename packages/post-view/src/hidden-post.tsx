import { useActions } from '@stoa/store/react'
import { Button, EmptyState, useTranslate } from '@stoa/ui'
import { focusTitle } from './post-decision.tsx'
import { toolsMessages } from './tools-messages.ts'

/** Props of `HiddenPost`. */
export interface HiddenPostProps {
  /** The post. */
  postId: string
  /** Told why it can't be shown again. Default: nobody is told. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** Stands in place of a post that the viewer has hidden for themselves, and shows it again. */
export function HiddenPost({ postId, onFailure }: HiddenPostProps) {
  const t = useTranslate(toolsMessages)
  const { hideForMe } = useActions()
  const show = () => {
    void hideForMe({ entityType: 'Post', entityId: postId, hide: false })
      .catch((error: unknown) => onFailure?.(error))
      .then(() => focusTitle(postId))
  }
  return (
    <div id={`post-title-${postId}`} tabIndex={-1}>
      <EmptyState
        level={1}
        title={t('hiddenForMe.title')}
        action={<Button onClick={show}>{t('hiddenForMe.show')}</Button>}
      >
        {t('hiddenForMe.text')}
      </EmptyState>
    </div>
  )
}
