import { Button, useTranslate } from '@stoa/ui'
import { postViewMessages } from '../messages.ts'

export interface MediaExpandProps {
  /** Opens the video or recording full-screen as a response. */
  onOpen: () => void
  /** It is a recording, which opens in a player. Default false. */
  isSound?: boolean | undefined
}

/** The full-screen button of a video or recording. */
export function MediaExpand({ onOpen, isSound = false }: MediaExpandProps) {
  const t = useTranslate(postViewMessages)
  return (
    <Button className="stoa-post-expand" size="s" onClick={onOpen}>
      {t(isSound ? 'post.media.player' : 'post.media.expand')}
    </Button>
  )
}
