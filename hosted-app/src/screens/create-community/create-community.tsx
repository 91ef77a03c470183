import './create-community.css'
import {
  COMMUNITY_ABOUT_MAX_LENGTH,
  COMMUNITY_TITLE_MAX_LENGTH,
  canCreateCommunity,
  communityPath,
  textLength,
} from '@stoa/contract'
import { loadViewer, putEntities } from '@stoa/store'
import { useDraft, useStoa } from '@stoa/store/react'
import {
  Avatar,
  Banner,
  Button,
  ButtonLink,
  Checkbox,
  EmptyState,
  ImageIcon,
  Picture,
  TextArea,
  TextField,
  translatable,
  useTranslate,
} from '@stoa/ui'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { AccentInput } from '../../shell/accent-input.tsx'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { PictureUpload } from '../../shell/uploads/picture-upload.tsx'
import { pictureAddress, useUploads } from '../../shell/uploads/use-uploads.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
import { type CommunityForm, callInputOf, problemsOf, readForm, readTokenName } from './community-form.ts'
import { createCommunityMessages } from './messages.ts'
import { TopicListField } from './topic-list-field.tsx'
import { useNameCheck } from './use-name-check.ts'

/** Twice the largest size in which logos are shown. */
const LOGO_PIXELS = 192
/** Twice the height of banners. */
const BANNER_PIXELS = 320
/** In the order of the form. */
const FIELDS = ['tokenName', 'title', 'about', 'accent'] as const
const DRAFT = 'new-community'

/** The form for a new community, or why the viewer can't create one. */
export function CreateCommunity({ viewer }: MemberScreenProps) {
  const t = useTranslate(createCommunityMessages)
  const { config } = useHostedApp()
  if (canCreateCommunity(viewer, config.communityFounders).allowed) return <FoundingForm />
  return (
    <EmptyState
      level={1}
      title={t('found.closed')}
      action={
        <ButtonLink variant="primary" href="/bbs/picker">
          {t('found.closed.action')}
        </ButtonLink>
      }
    >
      {t('found.closed.text')}
    </EmptyState>
  )
}

/** Values stay on the device until the community is created. */
function FoundingForm() {
  const t = useTranslate(createCommunityMessages)
  const { config } = useHostedApp()
  const stoa = useStoa()
  const navigate = useNavigate()
  const [stored, store] = useDraft(DRAFT)
  const form = readForm(stored)
  const change = (part: Partial<CommunityForm>) => {
    attempt.reset()
    store(JSON.stringify({ ...form, ...part }))
  }
  const attempt = useFormAction()
  const [hasTried, setTried] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { tokenName, title, about, banner, accent, topics, approvePosts } = form
  const nameState = useNameCheck(tokenName)
  const problems = problemsOf(form)
  if (nameState === 'taken' || attempt.code === 'COMMUNITY_EXISTS') problems.tokenName = 'found.name.taken'
  const isKnown = (field: keyof typeof problems) =>
    hasTried || (field === 'tokenName' && (problems[field] === 'found.name.taken' || nameState === 'reserved'))
  const error = (field: keyof typeof problems, most = 0) =>
    isKnown(field) && problems[field] ? t(problems[field], { most }) : undefined

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const first = FIELDS.find((field) => problems[field])
    if (first) return element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    await attempt.run(async () => {
      const { community } = await stoa.client.call('communityCreate', callInputOf(form))
      putEntities(stoa, { communities: { [community.tokenName]: community } })
      await loadViewer(stoa, { force: true, withFacts: false }).catch(() => {})
      store('')
      await navigate(`${communityPath(community)}/admin-settings/start`)
    })
  }
  const nameHint =
    nameState === 'checking' || nameState === 'free'
      ? t(`found.name.${nameState}`, { name: tokenName })
      : t('found.name.hint')
  return (
    <form ref={element} className="stoa-app-found" noValidate onSubmit={(event) => void send(event)}>
      <header>
        <h1 className="stoa-app-title">{t('found.title')}</h1>
        <p className="stoa-app-muted">{t('found.text')}</p>
      </header>
      <TextField
        name="tokenName"
        label={t('found.name')}
        hint={<span role="status">{translatable(nameHint)}</span>}
        error={error('tokenName')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={tokenName}
        onChange={(event) => change({ tokenName: readTokenName(event.currentTarget.value) })}
      />
      <TextField
        name="title"
        label={t('found.field.title')}
        hint={t('found.field.title.hint', { most: COMMUNITY_TITLE_MAX_LENGTH })}
        error={error('title', COMMUNITY_TITLE_MAX_LENGTH)}
        maxLength={COMMUNITY_TITLE_MAX_LENGTH * 8}
        value={title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <TextArea
        name="about"
        label={t('found.about')}
        optional
        hint={t('found.about.hint')}
        error={error('about', COMMUNITY_ABOUT_MAX_LENGTH)}
        length={textLength(about)}
        limit={COMMUNITY_ABOUT_MAX_LENGTH}
        maxLength={COMMUNITY_ABOUT_MAX_LENGTH * 8}
        value={about}
        onChange={(event) => change({ about: event.currentTarget.value })}
      />
      <LogoField form={form} onChange={(logo) => change({ logo })} />
      <BannerField banner={banner} onChange={(next) => change({ banner: next })} />
      <AccentInput
        label={t('found.accent')}
        hint={t('found.accent.hint')}
        value={accent}
        fallback={config.accent || undefined}
        onChange={(next) => change({ accent: next })}
      />
      <TopicListField topics={topics} onChange={(next) => change({ topics: next })} />
      <Checkbox
        label={t('found.approve')}
        hint={t('found.approve.hint')}
        checked={approvePosts}
        onChange={(event) => change({ approvePosts: event.currentTarget.checked })}
      />
      {attempt.problem !== '' && attempt.code !== 'COMMUNITY_EXISTS' && (
        <Banner tone="danger">{attempt.problem}</Banner>
      )}
      <div>
        <Button type="submit" variant="primary" busy={attempt.busy}>
          {t('found.submit')}
        </Button>
      </div>
    </form>
  )
}

interface LogoFieldProps {
  form: CommunityForm
  /** Called with the new logo's address; empty for none. */
  onChange: (logo: string) => void
}

function LogoField({ form: { tokenName, title, logo }, onChange }: LogoFieldProps) {
  const t = useTranslate(createCommunityMessages)
  const uploads = useUploads()
  return (
    uploads && (
      <fieldset className="stoa-app-found-logo">
        <legend>{t('found.logo')}</legend>
        {logo || title || tokenName ? (
          <Avatar id={tokenName || DRAFT} name={title || tokenName} src={logo} size="xl" shape="square" />
        ) : (
          <span className="stoa-app-found-no-logo">
            <ImageIcon size={28} />
          </span>
        )}
        <div>
          <PictureUpload
            uploads={uploads}
            purpose="logo"
            label={t('found.logo.upload')}
            onUploaded={(media) => onChange(pictureAddress(media, LOGO_PIXELS))}
          />
          {logo !== '' && (
            <Button className="stoa-app-picture-remove" size="s" variant="quiet" onClick={() => onChange('')}>
              {t('found.logo.remove')}
            </Button>
          )}
        </div>
      </fieldset>
    )
  )
}

function BannerField({ banner, onChange }: { banner: string; onChange: (banner: string) => void }) {
  const t = useTranslate(createCommunityMessages)
  const uploads = useUploads()
  return (
    uploads && (
      <fieldset className="stoa-app-found-banner">
        <legend>{t('found.banner')}</legend>
        {banner !== '' && (
          <div className="stoa-app-community-banner">
            <Picture src={banner} alt="" width={1600} height={400} />
          </div>
        )}
        <PictureUpload
          uploads={uploads}
          purpose="post"
          label={t('found.banner.upload')}
          onUploaded={(media) => onChange(pictureAddress(media, BANNER_PIXELS))}
        />
        {banner !== '' && (
          <Button className="stoa-app-picture-remove" size="s" variant="quiet" onClick={() => onChange('')}>
            {t('found.banner.remove')}
          </Button>
        )}
      </fieldset>
    )
  )
}
