import {
  accentColors,
  COMMUNITY_ABOUT_MAX_LENGTH,
  COMMUNITY_TITLE_MAX_LENGTH,
  type Community,
  textLength,
} from '@stoa/contract'
import { draftKey } from '@stoa/store'
import { useCommunity, useViewer } from '@stoa/store/react'
import { Avatar, Banner, TextArea, TextField, useTranslate, useWritten } from '@stoa/ui'
import { type FormEvent, useRef, useState } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { AccentInput } from '../../../shell/accent-input.tsx'
import { useFieldChanges } from '../../../shell/field-changes.ts'
import { useUploads } from '../../../shell/uploads/use-uploads.ts'
import { accentStyle } from '../../../shell/use-accent.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { LogoField } from '../../community/settings/logo-field.tsx'
import { useSaveCommunity } from '../../community/settings/use-save-community.ts'
import type { StepProps } from '../guide.tsx'
import { setupMessages } from '../messages.ts'

/** The community’s name, description, accent color and logo. */
export function NameStep(props: StepProps) {
  const community = useCommunity(props.tokenName)
  const viewer = useViewer()
  return community && viewer ? <NameForm {...props} community={community} viewerId={viewer.id} /> : null
}

/** Unsaved values stay on the device when the step is left. */
function NameForm({ community, viewerId, formId, onSaved }: StepProps & { community: Community; viewerId: string }) {
  const t = useTranslate(setupMessages)
  const saveCommunity = useSaveCommunity()
  const uploads = useUploads()
  const attempt = useFormAction()
  const { config } = useHostedApp()
  const edits = useFieldChanges(draftKey(viewerId, `setup ${community.tokenName}`), {
    title: community.title,
    about: community.about,
    accent: community.accent ?? '',
    logoImageURI: community.logoImageURI,
  })
  const [hasTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [title, about, accent, logoImageURI] = [
    edits.valueOf('title'),
    edits.valueOf('about'),
    edits.valueOf('accent'),
    edits.valueOf('logoImageURI'),
  ]
  const isLight = accent !== '' && accentColors(accent) === null
  const problems = {
    title:
      title.trim() === ''
        ? t('setup.name.title.missing')
        : textLength(title) > COMMUNITY_TITLE_MAX_LENGTH
          ? t('setup.name.title.long', { most: COMMUNITY_TITLE_MAX_LENGTH })
          : undefined,
    about:
      textLength(about) > COMMUNITY_ABOUT_MAX_LENGTH
        ? t('setup.name.about.long', { most: COMMUNITY_ABOUT_MAX_LENGTH })
        : undefined,
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    if (attempt.busy) return
    setTried(true)
    const wrong = problems.title ? 'title' : problems.about ? 'about' : isLight ? 'accent' : null
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    await attempt.run(async () => {
      const sent = Object.fromEntries(edits.changed.map((name) => [name, edits.valueOf(name)]))
      if (edits.changed.length > 0) await saveCommunity(community, sent)
      edits.discard()
      await onSaved()
    })
  }
  const field = (name: 'title' | 'about') => ({
    name,
    value: edits.valueOf(name),
    error: hasTried ? problems[name] : undefined,
    onChange: (event: { currentTarget: { value: string } }) => {
      attempt.reset()
      edits.change(name, event.currentTarget.value)
    },
  })
  return (
    <div className="stoa-setup-look">
      <div>
        <form ref={form} id={formId} className="stoa-setup-fields" noValidate onSubmit={(event) => void save(event)}>
          <TextField label={t('setup.name.title')} maxLength={COMMUNITY_TITLE_MAX_LENGTH * 8} {...field('title')} />
          <TextArea
            label={t('setup.name.about')}
            optional
            hint={t('setup.name.about.hint')}
            rows={3}
            length={textLength(about)}
            limit={COMMUNITY_ABOUT_MAX_LENGTH}
            maxLength={COMMUNITY_ABOUT_MAX_LENGTH * 8}
            {...field('about')}
          />
          <AccentInput
            label={t('setup.name.accent')}
            value={accent}
            fallback={config.accent || undefined}
            onChange={(next) => {
              attempt.reset()
              edits.change('accent', next)
            }}
          />
          {attempt.problem !== '' && <Banner tone="danger">{attempt.problem}</Banner>}
        </form>
        {uploads && (
          <LogoField
            community={{ ...community, logoImageURI }}
            uploads={uploads}
            onChange={(address) => {
              attempt.reset()
              edits.change('logoImageURI', address)
            }}
          />
        )}
      </div>
      <Preview
        title={title}
        about={about}
        accent={accent || config.accent}
        community={{ ...community, logoImageURI }}
      />
    </div>
  )
}

interface PreviewProps {
  title: string
  about: string
  /** Empty: Stoa’s own. */
  accent: string | undefined
  community: Pick<Community, 'tokenName' | 'logoImageURI'>
}

/** How the community will look, as it is typed. */
function Preview({ title, about, accent, community }: PreviewProps) {
  const t = useTranslate(setupMessages)
  const written = useWritten()
  return (
    <section className="stoa-setup-preview" aria-label={t('setup.preview')} {...accentStyle(accent)}>
      <p className="stoa-setup-note">{t('setup.preview')}</p>
      <Avatar
        id={community.tokenName}
        name={title || community.tokenName}
        src={community.logoImageURI}
        size="l"
        shape="square"
      />
      <strong {...written(title)}>{title}</strong>
      {about !== '' && (
        <p className="stoa-setup-note" {...written(about)}>
          {about}
        </p>
      )}
      <span className="stoa-setup-join">{t('setup.preview.join')}</span>
      <span className="stoa-setup-lines" />
    </section>
  )
}
