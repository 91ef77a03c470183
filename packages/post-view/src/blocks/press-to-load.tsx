import { EyeIcon, PlayIcon, useTranslate } from '@stoa/ui'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { postViewMessages } from '../messages.ts'

export interface PressToLoadProps {
  /** Where to find the same without scripts, or in another tab. */
  href: string
  title: string
  /** The site that is asked once it is pressed. */
  host: string
  /** Default `play`. */
  icon?: 'play' | 'eye'
  /** What takes the place of the cover; the element that is given this reference gets the focus. */
  children: (ref: FocusRef) => ReactNode
}

export type FocusRef = (element: HTMLElement | null) => void

const focus: FocusRef = (element) => {
  element?.focus()
}

/** A cover over what comes from another site: nothing of it is asked for before the reader presses it. */
export function PressToLoad(props: PressToLoadProps) {
  const { href, title, host, icon = 'play', children } = props
  const t = useTranslate(postViewMessages)
  const [shown, setShown] = useState(false)

  if (shown) return children(focus)
  const show = (event: MouseEvent) => {
    // With a modifier key the reader wants the page itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setShown(true)
  }
  return (
    <a
      className="stoa-post-embed-cover"
      href={href}
      target="_blank"
      rel="nofollow ugc noopener noreferrer"
      onClick={show}
    >
      <span className="stoa-post-embed-icon">{icon === 'eye' ? <EyeIcon size={24} /> : <PlayIcon size={24} />}</span>
      <span className="stoa-post-embed-title">{title}</span>
      <span className="stoa-post-embed-note">{t('post.embed.note', { provider: host })}</span>
    </a>
  )
}
