import { ArrowUpIcon, Button, useTranslate } from '@stoa/ui'
import { postFeedMessages } from './messages.ts'

export interface NewPostsButtonProps {
  /** Posts that came since the feed was read. */
  count: number
  /** Shows them. */
  onShow: () => void
}

/** Tells of posts that came, and shows them when pressed: it lies over the feed, so that nothing being read moves. */
export function NewPostsButton({ count, onShow }: NewPostsButtonProps) {
  const t = useTranslate(postFeedMessages)
  return (
    <output className="stoa-feed-new">
      <Button variant="primary" size="s" icon={<ArrowUpIcon size={16} />} onClick={onShow}>
        {t('feed.newPosts', { count })}
      </Button>
    </output>
  )
}
