import { StoaError } from '@stoa/client'
import type { Uploads } from '@stoa/client/uploads'
import { type CallInput, isPublicFilePath, textLength, type User } from '@stoa/contract'
import { Avatar, Button, TextArea, TextField, useTranslate } from '@stoa/ui'
import { type ReactNode, useRef, useState } from 'react'
import { DraftForm } from '../../../shell/save-bar.tsx'
import { PictureUpload } from '../../../shell/uploads/picture-upload.tsx'
import { UseALink } from '../../../shell/uploads/use-a-link.tsx'
import { pictureAddress } from '../../../shell/uploads/use-uploads.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Section } from '../settings-section.tsx'
import { profileMessages } from './messages.ts'
import { PROFILE_LIMITS, type Profile, problemsOf, readChanges, toSend, writeChanges } from './profile-changes.ts'

export interface ProfileFormProps {
  /** The saved profile. */
  user: Profile & Pick<User, 'id' | 'username'>
  /** Browser address of the saved picture; empty for none. */
  picture: string
  /** Unsaved changes, as written by `writeChanges`; empty for none. */
  draft: string
  /** Stores the changes. */
  onDraft: (draft: string) => void
  /** Uploads of pictures. Default: only an address can be entered. */
  uploads?: Uploads | null
  /** Checks whether a picture can be loaded from an address; rejects with VALIDATION_FAILED if not. */
  onCheckPicture: (address: string) => Promise<unknown>
  /** Saves the changed fields; rejects with the error to explain. */
  onSave: (changes: CallInput<'userEdit'>) => Promise<unknown>
}

const WORDS = {
  USERNAME_EXISTS: 'profile.name.taken',
  USERNAME_OF_COMMUNITY: 'profile.name.ofCommunity',
  USERNAME_RESERVED: 'profile.name.reserved',
} as const

/** Names of the fields. */
const LABELS = {
  profileName: 'profile.name',
  profileTitle: 'profile.headline',
  profileAbout: 'profile.about',
  profileImageUrl: 'profile.photo',
} as const satisfies Record<keyof Profile, keyof typeof profileMessages>

/** Twice the largest size in which faces are shown. */
const AVATAR_PIXELS = 192

/** Edits a member's public profile. Sends only changed fields. */
export function ProfileForm(props: ProfileFormProps) {
  const { user, picture, draft, onDraft, uploads = null, onCheckPicture, onSave } = props
  const t = useTranslate(profileMessages)
  const attempt = useFormAction(WORDS)
  const [hasTried, setTried] = useState(false)
  /** An address without a loadable picture. */
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const fields = useRef<HTMLDivElement>(null)
  const profile: Profile = { ...user, ...readChanges(draft) }
  const problems = hasTried ? problemsOf(profile) : {}

  function problemOf(name: keyof Profile) {
    const isMissing = name === 'profileImageUrl' && brokenUrl !== undefined && brokenUrl === profile[name]
    const problem = problems[name] ?? (isMissing ? 'profile.picture.missing' : undefined)
    return problem && t(problem)
  }

  function change(name: keyof Profile, value: string) {
    onDraft(writeChanges(user, { ...readChanges(draft), [name]: value }))
    attempt.reset()
  }

  async function save(): Promise<boolean> {
    setTried(true)
    const [first] = Object.keys(problemsOf(profile))
    if (first) {
      focus(first)
      return false
    }
    return attempt.run(async () => {
      const changes = toSend(user, draft)
      if (changes.profileImage) await checkPicture(changes.profileImage)
      if (Object.keys(changes).length > 0) await onSave(changes)
      onDraft('')
      setTried(false)
    })
  }

  function discard() {
    onDraft('')
    setTried(false)
    attempt.reset()
  }

  function focus(name: string) {
    fields.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }

  async function checkPicture(address: string) {
    await onCheckPicture(address).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'VALIDATION_FAILED') throw error
      setBrokenUrl(profile.profileImageUrl)
      focus('profileImageUrl')
      // The field shows the error, so the form has none.
      throw new StoaError('ABORTED', { message: '' })
    })
  }

  const field = (name: keyof Profile) => ({
    name,
    value: profile[name],
    error: problemOf(name),
    onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
  })
  return (
    <Section id="profile" title={t('profile.title')} text={t('profile.text')}>
      <DraftForm
        label={t('profile.title')}
        changes={(Object.keys(readChanges(draft)) as (keyof Profile)[]).map((name) => t(LABELS[name]))}
        attempt={attempt}
        isKept
        onSave={save}
        onDiscard={discard}
      >
        <div ref={fields} className="stoa-settings-fields">
          <PictureField
            profile={profile}
            user={user}
            picture={picture}
            uploads={uploads}
            onChange={(address) => change('profileImageUrl', address)}
          >
            <TextField
              {...field('profileImageUrl')}
              type="url"
              dir="ltr"
              inputMode="url"
              label={t('profile.picture')}
              hint={t('profile.picture.hint')}
            />
          </PictureField>
          <TextField {...field('profileName')} label={t('profile.name')} hint={t('profile.name.hint')} />
          <TextField {...field('profileTitle')} label={t('profile.headline')} hint={t('profile.headline.hint')} />
          <TextArea
            {...field('profileAbout')}
            label={t('profile.about')}
            rows={4}
            length={textLength(profile.profileAbout)}
            limit={PROFILE_LIMITS.profileAbout}
          />
        </div>
      </DraftForm>
    </Section>
  )
}

type PictureFieldProps = Pick<ProfileFormProps, 'user' | 'picture' | 'uploads'> & {
  profile: Profile
  /** Called with the new picture's address; empty for none. */
  onChange: (address: string) => void
  /** The field for an address. */
  children: ReactNode
}

/** The picture, changed by a file; by an address only on request. */
function PictureField({ profile, user, picture, uploads, onChange, children }: PictureFieldProps) {
  const t = useTranslate(profileMessages)
  const container = useRef<HTMLDivElement>(null)
  const address = profile.profileImageUrl
  const [isTyped] = useState(address !== user.profileImageUrl && address !== '' && !isPublicFilePath(address))
  const remove = address !== '' && (
    <Button
      variant="quiet"
      onClick={() => {
        onChange('')
        // The pressed button disappears.
        container.current?.querySelector<HTMLElement>('button, input:not([hidden])')?.focus()
      }}
    >
      {t('profile.picture.remove')}
    </Button>
  )
  return (
    <div className="stoa-settings-picture">
      <Avatar
        id={user.id}
        name={profile.profileName || user.username}
        src={shownPicture(address, { saved: user.profileImageUrl, picture })}
        size="xl"
      />
      <div ref={container} className="stoa-settings-photo">
        {uploads ? (
          <PictureUpload
            uploads={uploads}
            purpose="avatar"
            label={t(address === '' ? 'profile.picture.add' : 'profile.picture.change')}
            onUploaded={(media) => onChange(pictureAddress(media, AVATAR_PIXELS))}
          >
            {remove}
          </PictureUpload>
        ) : (
          remove && <div>{remove}</div>
        )}
        <UseALink defaultOpen={isTyped || !uploads}>{children}</UseALink>
      </div>
    </div>
  )
}

/** A new picture of another site is shown after saving, through the forum. */
function shownPicture(address: string, { saved, picture }: { saved: string; picture: string }): string {
  if (address === saved) return picture
  return isPublicFilePath(address) ? address : ''
}
