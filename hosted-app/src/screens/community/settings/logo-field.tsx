import './logo-field.css'
import type { Uploads } from '@stoa/client/uploads'
import type { Community } from '@stoa/contract'
import { Avatar, Banner, Button, useTranslate } from '@stoa/ui'
import { PictureUpload } from '../../../shell/uploads/picture-upload.tsx'
import { pictureAddress } from '../../../shell/uploads/use-uploads.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { generalMessages } from './messages.ts'

export interface LogoFieldProps {
  community: Pick<Community, 'tokenName' | 'title' | 'logoImageURI'>
  uploads: Uploads
  /** Saves the address of a new logo, empty for none; rejects with the error to show. */
  onSave: (address: string) => Promise<unknown>
}

/** Twice the largest size in which logos are shown. */
const LOGO_PIXELS = 192

/** A community's logo, saved as soon as it is uploaded. */
export function LogoField({ community, uploads, onSave }: LogoFieldProps) {
  const t = useTranslate(generalMessages)
  const { busy, problem, run } = useFormAction()
  const save = (address: string) => void run(() => onSave(address))
  const { tokenName, title, logoImageURI } = community
  return (
    <section className="stoa-app-logo-field" aria-labelledby="logo-title">
      <h2 id="logo-title">{t('logo.title')}</h2>
      <p className="stoa-app-muted">{t('logo.text')}</p>
      <Avatar id={tokenName} name={title} src={logoImageURI} size="xl" />
      <PictureUpload
        uploads={uploads}
        purpose="logo"
        label={t('logo.upload')}
        onUploaded={(media) => save(pictureAddress(media, LOGO_PIXELS))}
      />
      {logoImageURI !== '' && (
        <div>
          <Button className="stoa-app-picture-remove" size="s" variant="quiet" disabled={busy} onClick={() => save('')}>
            {t('logo.remove')}
          </Button>
        </div>
      )}
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
    </section>
  )
}
