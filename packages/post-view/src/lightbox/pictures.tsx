import { lazy, useLazy, useTranslate } from '@stoa/ui'
import { createContext, type MouseEvent, type ReactNode, useContext, useState } from 'react'
import { postViewMessages } from '../messages.ts'

/** A picture that can be opened at full size. */
export interface FullPicture {
  url: string
  /** Default: none, as the caption describes it. */
  alt?: string | undefined
  /** Caption with inline markup; empty: none. */
  caption: string
}

/** Code for people who open a picture. */
const lightbox = lazy(async () => (await import('./lightbox.tsx')).Lightbox)

const OpenPicture = createContext<((url: string) => void) | null>(null)

export interface PicturesProps {
  /** The pictures in order. */
  pictures: readonly FullPicture[]
  /** What shows them, with `PictureLink`s. */
  children: ReactNode
}

/** Lets the pictures inside open at full size, one after the other. */
export function Pictures({ pictures, children }: PicturesProps) {
  const [opened, setOpened] = useState<string | null>(null)
  // Without the code, the picture opens as a page, as it does without scripts.
  const { code: Lightbox } = useLazy(lightbox, opened !== null, () => opened && window.location.assign(opened))
  const start = pictures.findIndex(({ url }) => url === opened)
  return (
    <OpenPicture.Provider value={setOpened}>
      {children}
      {Lightbox && start >= 0 && <Lightbox pictures={pictures} start={start} onClose={() => setOpened(null)} />}
    </OpenPicture.Provider>
  )
}

export interface PictureLinkProps {
  /** Address of the full picture. */
  url: string
  /** The picture in words; empty: unknown. */
  name: string
  /** The picture. */
  children: ReactNode
}

/** A link to a picture at full size. Inside `Pictures` it opens over the page. */
export function PictureLink({ url, name, children }: PictureLinkProps) {
  const t = useTranslate(postViewMessages)
  const open = useContext(OpenPicture)
  const press = (event: MouseEvent) => {
    // Modified clicks are left to the browser.
    if (!open || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(url)
  }
  return (
    <a
      className="stoa-post-picture"
      href={url}
      aria-label={name === '' ? t('post.image.open') : t('post.image.openNamed', { name })}
      onClick={press}
    >
      {children}
    </a>
  )
}
