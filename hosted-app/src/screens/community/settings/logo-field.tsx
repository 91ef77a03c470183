import './logo-field.css'
import type { Uploads } from '@stoa/client/uploads'
import type { Community } from '@stoa/contract'
import { Avatar, Banner, Button, Picture, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { PictureUpload } from '../../../shell/uploads/picture-upload.tsx'
import { pictureAddress } from '../../../shell/uploads/use-uploads.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { generalMessages } from './messages.ts'

export interface PictureSettingProps {
  community: Pick<Community, 'tokenName' | 'title' | 'logoImageURI' | 'bannerImageURI'>
  uploads: Uploads
  /** Saves the address of a new picture, empty for none; rejects with the error to show. */
  onSave: (address: string) => Promise<unknown>
}

/** Twice the largest size in which each is shown, in pixels. */
const PIXELS = { logo: 192, banner: 320 }

/** A community's logo, saved as soon as it is uploaded. */
export function LogoField(props: PictureSettingProps) {
  const { tokenName, title, logoImageURI } = props.community
  return (
    <PictureSetting {...props} kind="logo" isSet={logoImageURI !== ''}>
      <Avatar id={tokenName} name={title} src={logoImageURI} size="xl" shape="square" />
    </PictureSetting>
  )
}

/** A community's banner, saved as soon as it is uploaded. */
export function BannerField(props: PictureSettingProps) {
  const { bannerImageURI = '' } = props.community
  return (
    <PictureSetting {...props} kind="banner" isSet={bannerImageURI !== ''}>
      {bannerImageURI !== '' && (
        <div className="stoa-app-community-banner">
          <Picture src={bannerImageURI} alt="" width={1600} height={400} />
        </div>
      )}
    </PictureSetting>
  )
}

interface SettingProps extends PictureSettingProps {
  kind: keyof typeof PIXELS
  isSet: boolean
  /** The picture. */
  children: ReactNode
}

function PictureSetting({ kind, isSet, uploads, onSave, children }: SettingProps) {
  const t = useTranslate(generalMessages)
  const { busy, problem, run } = useFormAction()
  const save = (address: string) => void run(() => onSave(address))
  return (
    <section className="stoa-app-logo-field" aria-labelledby={`${kind}-title`}>
      <h2 id={`${kind}-title`}>{t(`${kind}.title`)}</h2>
      <p className="stoa-app-muted">{t(`${kind}.text`)}</p>
      {children}
      <PictureUpload
        uploads={uploads}
        purpose={kind === 'logo' ? 'logo' : 'post'}
        label={t(`${kind}.upload`)}
        onUploaded={(media) => save(pictureAddress(media, PIXELS[kind]))}
      />
      {isSet && (
        <div>
          <Button className="stoa-app-picture-remove" size="s" variant="quiet" disabled={busy} onClick={() => save('')}>
            {t(`${kind}.remove`)}
          </Button>
        </div>
      )}
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
    </section>
  )
}
