import { type ConversationQueueProps, useQueue } from '@stoa/comments/moderation'
import { canListPendingPosts } from '@stoa/contract'
import { usePost, useViewer } from '@stoa/store/react'
import { Button, type Toasts, useTranslate } from '@stoa/ui'
import { type ComponentType, useId, useState } from 'react'
import { adopt } from '../first-view/adopt-styles.ts'
import type { ArticleMenuProps } from './article-menu.tsx'
import { moderationMessages } from './moderation-messages.ts'

/** Props of `Review`. */
export interface ReviewProps extends ArticleMenuProps {
  toasts: Toasts
}

/** Tells who may decide how much waits in the conversation, and shows it. */
export function Review(props: ReviewProps) {
  const post = usePost(props.postId)
  const viewer = useViewer() ?? null
  if (!post || !canListPendingPosts(viewer, post.tokenName).allowed) return null
  return <Waiting {...props} tokenName={post.tokenName} />
}

type Panel = ComponentType<ConversationQueueProps>

function Waiting({ host, origin, postId, tokenName, toasts }: ReviewProps & { tokenName: string }) {
  const t = useTranslate(moderationMessages)
  const queue = useQueue({ tokenName, postId })
  const [isOpen, setIsOpen] = useState(false)
  /** Stays when all is decided, so that it can be closed. */
  const [wasOpen, setWasOpen] = useState(false)
  const [Panel, setPanel] = useState<Panel | null>(null)
  const panelId = useId()
  const { items } = queue

  function toggle(): void {
    setIsOpen(!isOpen)
    setWasOpen(true)
    if (isOpen || Panel) return
    import('./review-panel.tsx').then(
      ({ ConversationQueue, reviewStyles }) => {
        if (host.shadowRoot) adopt(host.shadowRoot, reviewStyles)
        setPanel(() => ConversationQueue)
      },
      () => {
        setIsOpen(false)
        toasts.show({ text: t('review.failed'), tone: 'danger' })
      },
    )
  }
  if (items.length === 0 && !wasOpen) return null
  return (
    <>
      <Button
        size="s"
        busy={isOpen && !Panel}
        aria-expanded={isOpen}
        aria-controls={isOpen && Panel ? panelId : undefined}
        onClick={toggle}
      >
        {t(queue.hasMore ? 'review.more' : 'review.count', { count: items.length })}
      </Button>
      {isOpen && Panel && (
        <section id={panelId} className="stoa-embed-review" aria-label={t('review.title')}>
          <Panel {...{ queue, origin, toasts }} />
        </section>
      )}
    </>
  )
}
