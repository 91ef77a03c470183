import { httpUrl, type Image, isPublicFilePath, MEDIA_URL_MAX_LENGTH } from '@stoa/contract'
import type { UnfinishedUploads } from '@stoa/editor'
import { Button, ImageIcon, Picture, TextField, useTranslate } from '@stoa/ui'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { PictureUpload } from '../../../shell/uploads/picture-upload.tsx'
import { UseALink } from '../../../shell/uploads/use-a-link.tsx'
import { useUploads } from '../../../shell/uploads/use-uploads.ts'
import { createPostMessages } from '../messages.ts'

export interface ImageFieldProps {
  /** Purpose of the picture. */
  label: string
  hint: string
  image: Image | null
  onChange: (image: Image | null) => void
  /** Asks for an alternative text. Default false. */
  withAlt?: boolean
  /** Lists a picture that is being uploaded or failed. Default: it isn't listed. */
  unfinished?: UnfinishedUploads | undefined
}

/** Maximum length of an alternative text or credit. */
const TEXT_MAX_LENGTH = 500

/** A picture of a post, with its credit. */
export function ImageField({ label, hint, image, onChange, withAlt = false, unfinished }: ImageFieldProps) {
  const t = useTranslate(createPostMessages)
  const uploads = useUploads()
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const root = useRef<HTMLElement>(null)
  const isUsed = useRef(false)
  const state = image ? 'chosen' : isOpen ? 'open' : 'closed'

  useLayoutEffect(() => {
    // The control that was used is gone, so the next one gets focus.
    if (isUsed.current && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>(':is(button, input):not([hidden])')?.focus()
    isUsed.current = false
  }, [state])

  const use = (work: () => void) => {
    isUsed.current = true
    work()
  }
  if (!image && !isOpen) {
    return (
      <div ref={root as RefObject<HTMLDivElement>}>
        <Button icon={<ImageIcon />} onClick={() => use(() => setOpen(true))}>
          {label}
        </Button>
      </div>
    )
  }
  const isWrong = address !== '' && httpUrl(address) === null && !isPublicFilePath(address)
  const set = (part: Partial<Image>) => image && onChange({ ...image, ...part })
  return (
    <fieldset ref={root as RefObject<HTMLFieldSetElement>} className="stoa-app-image-field">
      <legend>{label}</legend>
      {image ? (
        <>
          <Picture src={image.url} alt={image.alt ?? ''} width={image.width ?? 640} height={image.height ?? 360} />
          {withAlt && (
            <TextField
              label={t('create.image.alt')}
              hint={t('create.image.alt.hint')}
              maxLength={TEXT_MAX_LENGTH}
              value={image.alt ?? ''}
              onChange={(event) => set({ alt: event.currentTarget.value })}
            />
          )}
          <TextField
            label={t('create.image.credit')}
            maxLength={TEXT_MAX_LENGTH}
            value={image.credit ?? ''}
            onChange={(event) => set({ credit: event.currentTarget.value })}
          />
        </>
      ) : (
        <>
          <p className="stoa-app-muted">{hint}</p>
          {uploads && (
            <PictureUpload
              uploads={uploads}
              purpose="post"
              unfinished={unfinished}
              onUploaded={({ url, width, height }) =>
                use(() =>
                  onChange({ url, ...(width === null ? {} : { width }), ...(height === null ? {} : { height }) }),
                )
              }
            />
          )}
          <UseALink defaultOpen={!uploads}>
            <TextField
              type="url"
              label={t('create.image.address')}
              maxLength={MEDIA_URL_MAX_LENGTH}
              value={address}
              error={isWrong ? t('create.image.wrong') : undefined}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
          </UseALink>
        </>
      )}
      <div className="stoa-app-form-end">
        {!image && address !== '' && (
          <Button disabled={isWrong} onClick={() => use(() => onChange({ url: address }))}>
            {t('create.image.use')}
          </Button>
        )}
        <Button
          variant="quiet"
          onClick={() =>
            use(() => {
              onChange(null)
              setAddress('')
              setOpen(false)
            })
          }
        >
          {t(image ? 'create.image.remove' : 'create.image.cancel')}
        </Button>
      </div>
    </fieldset>
  )
}
