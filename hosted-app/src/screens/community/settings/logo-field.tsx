import './logo-field.css'
import type { Uploads } from '@stoa/client/uploads'
import type { Community } from '@stoa/contract'
import { Avatar, Button, Picture, useTranslate } from '@stoa/ui'
import { type ReactNode, useRef } from 'react'
import { PictureUpload } from '../../../shell/uploads/picture-upload.tsx'
import { pictureAddress } from '../../../shell/uploads/use-uploads.ts'
import { generalMessages } from './messages.ts'

interface PictureFieldProps {
  uploads: Uploads
  /** Called with the address of a new picture; empty for none. */
  onChange: (address: string) => void
}

export interface LogoFieldProps extends PictureFieldProps {
  /** The community with its logo. */
  community: Pick<Community, 'tokenName' | 'title' | 'logoImageURI'>
}

export interface BannerFieldProps extends PictureFieldProps {
  /** The banner's address; empty for none. */
  address: string
}

/** Twice the largest size in which each is shown, in pixels. */
const PIXELS = { logo: 192, banner: 320 }

const LABELS = { logo: 'general.field.logoImageURI', banner: 'general.field.bannerImageURI' } as const

/** A community's logo. */
export function LogoField({ community, ...rest }: LogoFieldProps) {
  const { tokenName, title, logoImageURI } = community
  return (
    <PictureField {...rest} kind="logo" isSet={logoImageURI !== ''}>
      <Avatar id={tokenName} name={title} src={logoImageURI} size="xl" shape="square" />
    </PictureField>
  )
}

/** A community's banner. */
export function BannerField({ address, ...rest }: BannerFieldProps) {
  return (
    <PictureField {...rest} kind="banner" isSet={address !== ''}>
      {address !== '' && (
        <div className="stoa-app-community-banner">
          <Picture src={address} alt="" width={1600} height={400} />
        </div>
      )}
    </PictureField>
  )
}

interface FieldProps extends PictureFieldProps {
  kind: keyof typeof PIXELS
  isSet: boolean
  /** The picture. */
  children: ReactNode
}

function PictureField({ kind, isSet, uploads, onChange, children }: FieldProps) {
  const t = useTranslate(generalMessages)
  const group = useRef<HTMLDivElement>(null)
  return (
    <div ref={group} className="stoa-app-logo-field" role="group" aria-labelledby={`${kind}-title`}>
      <div>
        <p id={`${kind}-title`} className="stoa-field-label">
          {t(LABELS[kind])}
        </p>
        <p className="stoa-field-hint">{t(`${kind}.text`)}</p>
      </div>
      {children}
      <PictureUpload
        uploads={uploads}
        purpose={kind === 'logo' ? 'logo' : 'post'}
        label={t(`${kind}.upload`)}
        onUploaded={(media) => onChange(pictureAddress(media, PIXELS[kind]))}
      >
        {isSet && (
          <Button
            variant="quiet"
            onClick={() => {
              onChange('')
              // The pressed button disappears.
              group.current?.querySelector('button')?.focus()
            }}
          >
            {t(`${kind}.remove`)}
          </Button>
        )}
      </PictureUpload>
    </div>
  )
}
