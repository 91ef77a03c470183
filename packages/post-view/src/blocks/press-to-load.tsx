import { EyeIcon, PlayIcon, useTranslate } from '@stoa/ui'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { postViewMessages } from '../messages.ts'

export interface PressToLoadProps {
  /** Address of the same content without scripts, or in another tab. */
  href: string
  title: string
  /** The site contacted on press. */
  host: string
  /** Default `play`. */
  icon?: 'play' | 'eye'
  /** Replaces the cover. The element with this ref gets focus. */
  children: (ref: FocusRef) => ReactNode
}

export type FocusRef = (element: HTMLElement | null) => void

const focus: FocusRef = (element) => {
  element?.focus()
}

/** A cover for external content. Nothing is requested before the reader presses it. */
export function PressToLoad(props: PressToLoadProps) {
  const { href, title, host, icon = 'play', children } = props
  const t = useTranslate(postViewMessages)
  const [isOpen, setOpen] = useState(false)

  if (isOpen) return children(focus)
  const show = (event: MouseEvent) => {
    // Modified clicks open the page itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(true)
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
