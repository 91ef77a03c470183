import { Button, useTranslate } from '@stoa/ui'
import { postViewMessages } from '../messages.ts'

export interface MediaExpandProps {
  /** Opens the video or recording full-screen as a response. */
  onOpen: () => void
}

/** The full-screen button of a video or recording. */
export function MediaExpand({ onOpen }: MediaExpandProps) {
  const t = useTranslate(postViewMessages)
  return (
    <Button className="stoa-post-expand" size="s" onClick={onOpen}>
      {t('post.media.expand')}
    </Button>
  )
}
