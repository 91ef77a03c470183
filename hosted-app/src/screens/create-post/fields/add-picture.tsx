import { httpUrl, type Image, isPublicFilePath, MEDIA_URL_MAX_LENGTH } from '@stoa/contract'
import type { UnfinishedUploads } from '@stoa/editor'
import { Button, TextField, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { PictureUpload } from '../../../shell/uploads/picture-upload.tsx'
import { UseALink } from '../../../shell/uploads/use-a-link.tsx'
import { useUploads } from '../../../shell/uploads/use-uploads.ts'
import { createPostMessages } from '../messages.ts'

/** Props of `AddPicture`. */
export interface AddPictureProps {
  /** Label of the button that chooses a file. */
  label: string
  /** Lists a picture that is being uploaded or failed. Default: it isn't listed. */
  unfinished?: UnfinishedUploads | undefined
  onAdd: (image: Image) => void
}

/** Adds a picture of a post: a chosen or dropped file, or the address of one. */
export function AddPicture({ label, unfinished, onAdd }: AddPictureProps) {
  const t = useTranslate(createPostMessages)
  const uploads = useUploads()
  const [address, setAddress] = useState('')
  const isWrong = address !== '' && httpUrl(address) === null && !isPublicFilePath(address)
  return (
    <div className="stoa-app-add-picture">
      {uploads && (
        <PictureUpload
          uploads={uploads}
          purpose="post"
          label={label}
          unfinished={unfinished}
          onUploaded={({ url, width, height }) =>
            onAdd({ url, ...(width === null ? {} : { width }), ...(height === null ? {} : { height }) })
          }
        />
      )}
      <UseALink>
        <div className="stoa-app-add-picture-link">
          <TextField
            type="url"
            label={t('create.image.address')}
            maxLength={MEDIA_URL_MAX_LENGTH}
            value={address}
            error={isWrong ? t('create.image.wrong') : undefined}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          {address !== '' && (
            <Button disabled={isWrong} onClick={() => onAdd({ url: address })}>
              {t('create.image.use')}
            </Button>
          )}
        </div>
      </UseALink>
    </div>
  )
}
