import type { Image } from '@stoa/contract'
import type { UnfinishedUploads } from '@stoa/editor'
import { Button, Picture, TextField, useTranslate } from '@stoa/ui'
import { useEffect, useRef } from 'react'
import { useMedia } from '../../../shell/use-media.ts'
import { createPostMessages } from '../messages.ts'
import { AddPicture } from './add-picture.tsx'

/** Maximum length of an alternative text or credit. */
const TEXT_MAX_LENGTH = 500

/** Props of `CoverField`. */
export interface CoverFieldProps {
  image: Image | null
  unfinished: UnfinishedUploads
  onChange: (image: Image | null) => void
  /** Opens the field for its alternative text. */
  onDescribe: () => void
}

/** The cover above the title, as readers see it, or the place to drop one. */
export function CoverField({ image, unfinished, onChange, onDescribe }: CoverFieldProps) {
  const t = useTranslate(createPostMessages)
  const root = useRef<HTMLDivElement>(null)
  const wasUsed = useRef(false)
  const hasImage = image !== null
  // Nothing is dropped there.
  const isPhone = useMedia('(max-width: 39.9999rem)')
  useEffect(() => {
    // The control that was used is gone, so the next one gets focus.
    if (wasUsed.current && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>(hasImage ? '.stoa-button' : 'button')?.focus()
    wasUsed.current = false
  }, [hasImage])
  const change = (next: Image | null) => {
    wasUsed.current = true
    onChange(next)
  }
  return (
    <div ref={root} className="stoa-app-cover" data-chosen={hasImage || undefined}>
      {image ? (
        <>
          <Picture src={image.url} alt={image.alt ?? ''} width={image.width ?? 1440} height={image.height ?? 720} />
          <div className="stoa-app-cover-ways">
            <Button size="s" onClick={onDescribe}>
              {t(image.alt ? 'create.cover.described' : 'create.cover.describe')}
            </Button>
            <Button size="s" aria-label={t('create.cover.remove')} onClick={() => change(null)}>
              {t('create.image.remove')}
            </Button>
          </div>
        </>
      ) : (
        <AddPicture
          label={t(isPhone ? 'create.cover.add.short' : 'create.cover.add')}
          unfinished={unfinished}
          onAdd={change}
        />
      )}
    </div>
  )
}

/** The text for people who can't see the cover, and its credit. */
export function CoverDetails({ image, onChange }: { image: Image; onChange: (image: Image) => void }) {
  const t = useTranslate(createPostMessages)
  return (
    <>
      <TextField
        name="cover-alt"
        label={t('create.cover.alt')}
        hint={t('create.image.alt.hint')}
        maxLength={TEXT_MAX_LENGTH}
        value={image.alt ?? ''}
        onChange={(event) => onChange({ ...image, alt: event.currentTarget.value })}
      />
      <TextField
        label={t('create.cover.credit')}
        maxLength={TEXT_MAX_LENGTH}
        value={image.credit ?? ''}
        onChange={(event) => onChange({ ...image, credit: event.currentTarget.value })}
      />
    </>
  )
}

/** Props of `ThumbnailField`. */
export interface ThumbnailFieldProps {
  image: Image | null
  /** What is shown without one; null: nothing. */
  fallback: { url: string; isCover: boolean } | null
  unfinished: UnfinishedUploads
  onChange: (image: Image | null) => void
}

/** The picture for lists and shared links. */
export function ThumbnailField({ image, fallback, unfinished, onChange }: ThumbnailFieldProps) {
  const t = useTranslate(createPostMessages)
  const url = image?.url ?? fallback?.url
  const hint = image
    ? undefined
    : fallback
      ? t(fallback.isCover ? 'create.featured.cover' : 'create.featured.first')
      : t('create.featured.hint')
  return (
    <fieldset className="stoa-app-thumbnail">
      <legend>{t('create.featured')}</legend>
      {url !== undefined && <Picture src={url} alt="" width={192} height={128} />}
      <div>
        {image ? (
          <Button size="s" aria-label={t('create.featured.remove')} onClick={() => onChange(null)}>
            {t('create.image.remove')}
          </Button>
        ) : (
          <AddPicture
            label={t(fallback ? 'create.featured.other' : 'create.featured.choose')}
            unfinished={unfinished}
            onAdd={onChange}
          />
        )}
        {hint && <p className="stoa-field-hint">{hint}</p>}
      </div>
      {image && (
        <TextField
          label={t('create.featured.credit')}
          maxLength={TEXT_MAX_LENGTH}
          value={image.credit ?? ''}
          onChange={(event) => onChange({ ...image, credit: event.currentTarget.value })}
        />
      )}
    </fieldset>
  )
}
