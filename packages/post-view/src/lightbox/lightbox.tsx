import { ChevronEndIcon, ChevronStartIcon, CloseIcon, IconButton, Picture, useTranslate, useWritten } from '@stoa/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Inline } from '../inline.tsx'
import { postViewMessages } from '../messages.ts'
import type { FullPicture } from './pictures.tsx'

export interface LightboxProps {
  /** The pictures in order. */
  pictures: readonly FullPicture[]
  /** Position of the first one shown. */
  start: number
  /** Called to close it: by Escape, its button, or a press beside the picture. */
  onClose: () => void
}

/** Pictures at full size over the page. Arrow keys show the next and the previous one. Focus returns afterwards. */
export function Lightbox({ pictures, start, onClose }: LightboxProps) {
  const t = useTranslate(postViewMessages)
  const written = useWritten()
  const ref = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(start)
  const last = pictures.length - 1
  const picture = pictures[Math.min(at, last)]
  const move = (step: number) => setAt((before) => Math.min(last, Math.max(0, before + step)))

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = (dialog.getRootNode() as Document | ShadowRoot).activeElement
    if ('showModal' in dialog) dialog.showModal()
    else (dialog as HTMLElement).setAttribute('open', '')
    return () => {
      if ('close' in dialog) dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  const press = ({ key, currentTarget }: KeyboardEvent) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const isLeftToRight = getComputedStyle(currentTarget).direction !== 'rtl'
    move((key === 'ArrowRight') === isLeftToRight ? 1 : -1)
  }

  if (!picture) return null
  return (
    <dialog
      ref={ref}
      className="stoa-lightbox"
      aria-label={t('post.image.viewer')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      onKeyDown={press}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget || (target as Element).localName === 'figure') onClose()
      }}
    >
      <header className="stoa-lightbox-bar">
        <output className="stoa-lightbox-place">
          {pictures.length > 1 && t('post.image.place', { place: at + 1, count: pictures.length })}
        </output>
        <IconButton label={t('post.image.close')} icon={<CloseIcon />} onClick={onClose} />
      </header>
      <figure className="stoa-lightbox-picture">
        <Picture key={picture.url} src={picture.url} alt={picture.alt ?? ''} />
        {picture.caption !== '' && (
          <figcaption {...written(picture.caption)}>
            <Inline text={picture.caption} />
          </figcaption>
        )}
      </figure>
      {pictures.length > 1 && (
        <>
          {/* Not disabled at either end, which would lose focus. */}
          <IconButton
            label={t('post.image.previous')}
            icon={<ChevronStartIcon />}
            aria-disabled={at === 0}
            data-step="back"
            onClick={() => move(-1)}
          />
          <IconButton
            label={t('post.image.next')}
            icon={<ChevronEndIcon />}
            aria-disabled={at === last}
            data-step="on"
            onClick={() => move(1)}
          />
        </>
      )}
    </dialog>
  )
}
