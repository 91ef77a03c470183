import { Button, ShareIcon, useTranslate } from '@stoa/ui'
import { postViewMessages } from '../messages.ts'
import { type Shorten, shareLink, shortened } from './share-link.ts'
import { useResultBubble } from './use-result-bubble.tsx'

export interface ShareButtonProps {
  /** Title to share. */
  title: string
  /** Its address. Paths are relative to the page's origin. */
  href: string
  /** Makes a short address to share. Default, and if it fails or takes long: its own. */
  shorten?: Shorten | undefined
}

/** Shares through the system's sheet, or else copies the link, and announces it. */
export function ShareButton({ title, href, shorten }: ShareButtonProps) {
  const t = useTranslate(postViewMessages)
  const { bubble, say } = useResultBubble()
  const share = async () => {
    const url = await shortened(new URL(href, location.href).href, shorten)
    const outcome = await shareLink({ title, url })
    if (outcome === 'copied') say(t('post.linkCopied'))
    if (outcome === 'failed') say(t('post.linkNotCopied', { url }))
  }
  return (
    <span className="stoa-post-share">
      <Button variant="quiet" icon={<ShareIcon />} onClick={() => void share()}>
        {t('post.share')}
      </Button>
      {bubble}
    </span>
  )
}
