import { useQueue } from '@stoa/comments/moderation'
import { canListPendingPosts } from '@stoa/contract'
import { usePost, useViewer } from '@stoa/store/react'
import { Button, lazy, useLazy, useTranslate } from '@stoa/ui'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { adopt } from '../first-view/adopt-styles.ts'
import { type ArticleMenuProps, moderationMessages } from './article-menu.tsx'

/** Props of `Review`. */
export type ReviewProps = Pick<ArticleMenuProps, 'host' | 'origin' | 'postId' | 'toasts'>

/** Shows moderators the number of items awaiting a decision in the conversation, and the items. */
export function Review(props: ReviewProps) {
  const post = usePost(props.postId)
  const viewer = useViewer() ?? null
  if (!post || !canListPendingPosts(viewer, post.tokenName).allowed) return null
  return <Waiting {...props} tokenName={post.tokenName} />
}

const reviewPanel = lazy(() => import('./review-panel.tsx'))

/** The code for decisions, with its styles in the element. A toast says that it couldn't be loaded. */
export function useReviewPanel(
  { host, toasts }: Pick<ReviewProps, 'host' | 'toasts'>,
  isWanted: boolean,
  onFailure: () => void,
) {
  const t = useTranslate(moderationMessages)
  const { code } = useLazy(reviewPanel, isWanted, () => {
    onFailure()
    toasts.show({ text: t('review.failed'), tone: 'danger' })
  })
  useLayoutEffect(() => {
    if (code && host.shadowRoot) adopt(host.shadowRoot, code.reviewStyles)
  }, [code, host])
  return code
}

function Waiting({ host, origin, postId, tokenName, toasts }: ReviewProps & { tokenName: string }) {
  const t = useTranslate(moderationMessages)
  const queue = useQueue({ tokenName, postId })
  const [isOpen, setIsOpen] = useState(false)
  const Panel = useReviewPanel({ host, toasts }, isOpen, () => setIsOpen(false))?.ConversationQueue
  const panelId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { items } = queue

  function toggle(): void {
    setIsOpen(!isOpen)
    // The button disappears with the panel. The one after it gets the focus.
    if (isOpen && items.length === 0)
      button.current?.parentElement?.querySelector<HTMLElement>('.stoa-menu button')?.focus()
  }
  if (items.length === 0 && !isOpen) return null
  const count = t(queue.hasMore ? 'review.more' : 'review.count', { count: items.length })
  return (
    <>
      <Button
        ref={button}
        size="s"
        busy={isOpen && !Panel}
        aria-expanded={isOpen}
        aria-controls={isOpen && Panel ? panelId : undefined}
        onClick={toggle}
      >
        {items.length === 0 ? t('review.close') : count}
      </Button>
      {isOpen && Panel && (
        <section id={panelId} className="stoa-embed-review" aria-label={t('review.title')}>
          <Panel queue={queue} origin={origin} toasts={toasts} />
        </section>
      )}
    </>
  )
}
