import { useActions } from '@stoa/store/react'
import { Button, EmptyState, type RootProps, rootProps, useTranslate } from '@stoa/ui'
import { forwardRef } from 'react'
import { toolsMessages } from './messages.ts'
import { focusTitle } from './post-decision.tsx'

/** Props of `HiddenPost`. */
export interface HiddenPostProps extends RootProps {
  /** The post. */
  postId: string
  /** Called when it can't be shown again. Default: not reported. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** Replaces a post that the viewer has hidden for themselves, with a button that shows it again. */
export const HiddenPost = forwardRef<HTMLElement, HiddenPostProps>(function HiddenPost(props, ref) {
  const { postId, onFailure } = props
  const t = useTranslate(toolsMessages)
  const { hideForMe } = useActions()
  const show = () => {
    void hideForMe({ entityType: 'Post', entityId: postId, hide: false })
      .catch((error: unknown) => onFailure?.(error))
      .then(() => focusTitle(postId))
  }
  return (
    <article {...rootProps(props, 'stoa-post')} ref={ref}>
      <div id={`post-title-${postId}`} tabIndex={-1}>
        <EmptyState
          level={1}
          title={t('hiddenForMe.title')}
          action={<Button onClick={show}>{t('hiddenForMe.show')}</Button>}
        >
          {t('hiddenForMe.text')}
        </EmptyState>
      </div>
    </article>
  )
})
