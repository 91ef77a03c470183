import { isBlock, mediaIdOf, type PostDocument } from '@stoa/contract'
import { Button, useTranslate } from '@stoa/ui'
import type { RefObject } from 'react'
import { createPostMessages } from '../messages.ts'

/** Props of `MediaNotes`. */
export interface MediaNotesProps {
  document: PostDocument
  /** Videos and recordings are only published with captions here. */
  needsCaptions: boolean
  /** An element of the form with the text. */
  near: RefObject<HTMLElement | null>
  /** Called before a block is shown, which the settings may cover. */
  onShow: () => void
}

/** Which pictures have no description, and which videos no captions. Both are added in the text, where this leads. */
export function MediaNotes({ document, needsCaptions, near, onShow }: MediaNotesProps) {
  const t = useTranslate(createPostMessages)
  const pictures = document.blocks.flatMap((block) => (isBlock(block, 'image') ? [(block.data.alt ?? '') !== ''] : []))
  const films = document.blocks.flatMap((block) => {
    if (!isBlock(block, 'video') && !isBlock(block, 'audio')) return []
    // Others have a player of their own.
    return [mediaIdOf(block.data.url) === null ? null : block.data.captions !== undefined]
  })
  const uploadedFilms = films.filter((film) => film !== null)

  /** As if it were pressed in the text, which shows its tools. */
  function show(types: string, index: number): void {
    const form = near.current?.closest('form')
    onShow()
    // After a sheet has closed.
    setTimeout(() => {
      const card = form?.querySelectorAll(types)[index]
      card?.scrollIntoView({ block: 'center' })
      card?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
    })
  }
  return (
    <>
      {pictures.length > 0 && (
        <MediaNote
          label={t('create.alts')}
          text={t('create.alts.missing', { missing: pictures.filter((has) => !has).length })}
          onShow={pictures.includes(false) ? () => show(PICTURES, pictures.indexOf(false)) : undefined}
        />
      )}
      {uploadedFilms.length > 0 && (
        <MediaNote
          label={t('create.captions')}
          text={t('create.captions.missing', { missing: uploadedFilms.filter((has) => !has).length })}
          hint={needsCaptions ? t('create.captions.hint') : undefined}
          onShow={films.includes(false) ? () => show(FILMS, films.indexOf(false)) : undefined}
        />
      )}
      {uploadedFilms.length === 0 && needsCaptions && (
        <MediaNote label={t('create.captions')} text={t('create.captions.hint')} />
      )}
    </>
  )
}

const PICTURES = '.stoa-editor-card[data-type="image"]'
const FILMS = '.stoa-editor-card:is([data-type="video"], [data-type="audio"])'

interface MediaNoteProps {
  label: string
  text: string
  hint?: string | undefined
  /** Shows the first block that lacks it. Default: none does. */
  onShow?: (() => void) | undefined
}

function MediaNote({ label, text, hint, onShow }: MediaNoteProps) {
  const t = useTranslate(createPostMessages)
  return (
    <div className="stoa-field stoa-app-writing-media">
      <span className="stoa-field-label">{label}</span>
      <span className="stoa-field-hint">{text}</span>
      {hint && <span className="stoa-field-hint">{hint}</span>}
      {onShow && (
        <Button size="s" aria-label={`${t('create.media.show')}: ${label}`} onClick={onShow}>
          {t('create.media.show')}
        </Button>
      )}
    </div>
  )
}
