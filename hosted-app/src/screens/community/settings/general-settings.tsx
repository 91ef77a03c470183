import '../../settings/settings.css'
import { type Community, communityPath, textLength } from '@stoa/contract'
import { draftKey } from '@stoa/store'
import { useCommunity, useViewer } from '@stoa/store/react'
import { Skeleton, TextArea, TextField, useTranslate, useWritten } from '@stoa/ui'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../../hosted-app.ts'
import { AccentInput } from '../../../shell/accent-input.tsx'
import { useFieldChanges } from '../../../shell/field-changes.ts'
import { DraftForm } from '../../../shell/save-bar.tsx'
import { useUploads } from '../../../shell/uploads/use-uploads.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Section } from '../../settings/settings-section.tsx'
import {
  GENERAL_FIELDS,
  GENERAL_LIMITS,
  type GeneralField,
  type GeneralText,
  generalProblem,
  generalValues,
  inputOf,
  isWrong,
} from './general-changes.ts'
import { BannerField, LogoField } from './logo-field.tsx'
import { generalMessages } from './messages.ts'
import { SettingConflict } from './setting-conflict.tsx'
import { useSaveCommunity } from './use-save-community.ts'

/** `admin-settings/general`: a community's name, description and appearance. */
export function GeneralSettings({ tokenName }: { tokenName: string }) {
  const viewer = useViewer()
  const community = useCommunity(tokenName)
  if (!viewer || !community) return <Skeleton lines={6} />
  return <General community={community} viewerId={viewer.id} />
}

/** Unsaved changes stay on the device until they are saved or discarded, even if somebody else has made others. */
function General({ community, viewerId }: { community: Community; viewerId: string }) {
  const t = useTranslate(generalMessages)
  const written = useWritten()
  const { origin, config } = useHostedApp()
  const uploads = useUploads()
  const navigate = useNavigate()
  const attempt = useFormAction()
  const saveCommunity = useSaveCommunity()
  const saved = generalValues(community)
  const edits = useFieldChanges(draftKey(viewerId, `community ${community.tokenName}`), saved)
  const { changes, late, valueOf } = edits
  const [hasTried, setTried] = useState(false)
  const form = useRef<HTMLDivElement>(null)

  const focusField = (name: GeneralField) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  function change(name: GeneralField, to: string): void {
    attempt.reset()
    edits.change(name, to)
  }

  async function save({ isOver = false } = {}): Promise<boolean> {
    setTried(true)
    const wrong = GENERAL_FIELDS.find((name) => isWrong(name, valueOf(name)))
    if (wrong) focusField(wrong)
    if (wrong || !changes || (late.length > 0 && !isOver)) return false
    return attempt.run(async () => {
      const now = await saveCommunity(community, inputOf(changes))
      edits.settle(changes, generalValues(now))
      setTried(false)
      // The page's own address is a former one now.
      if (now.urlSlug !== community.urlSlug) {
        await navigate(`${communityPath(now)}/admin-settings/general`, { replace: true, preventScrollReset: true })
      }
    })
  }
  function discard(): void {
    edits.discard()
    setTried(false)
    attempt.reset()
  }
  /** A value in the question which of two to keep. */
  function shown(name: GeneralField, value: string): ReactNode {
    if (value === '') return t('general.empty')
    if (name !== 'logoImageURI' && name !== 'bannerImageURI') return <q {...written(value)}>{value}</q>
    return <img src={value} alt={t(`general.field.${name}`)} />
  }
  const field = (name: GeneralText) => {
    const problem = generalProblem(name, valueOf(name))
    return {
      name,
      label: t(`general.field.${name}`),
      value: valueOf(name),
      maxLength: GENERAL_LIMITS[name] * 8,
      error: hasTried && problem ? t(problem, { most: GENERAL_LIMITS[name] }) : undefined,
      onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
    }
  }
  return (
    <Section id="general" title={t('general.title')} text={t('general.text')}>
      <DraftForm
        label={t('general.title')}
        changes={edits.changed.map((name) => t(`general.field.${name}`))}
        attempt={attempt.code === 'EDIT_CONFLICT' ? { ...attempt, problem: '' } : attempt}
        isKept
        onSave={save}
        onDiscard={discard}
      >
        <div ref={form} className="stoa-settings-fields">
          <TextField {...field('title')} />
          <TextArea {...field('about')} rows={4} length={textLength(valueOf('about'))} limit={GENERAL_LIMITS.about} />
          <TextField
            {...field('urlSlug')}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            hint={t.rich('general.field.urlSlug.hint', {
              address: <bdi dir="ltr">{origin + communityPath(community)}</bdi>,
            })}
          />
          <AccentInput
            label={t('general.field.accent')}
            hint={t('general.field.accent.hint')}
            value={valueOf('accent')}
            fallback={config.accent || undefined}
            onChange={(accent) => change('accent', accent)}
          />
          {uploads && (
            <>
              <LogoField
                community={{ ...community, logoImageURI: valueOf('logoImageURI') }}
                uploads={uploads}
                onChange={(address) => change('logoImageURI', address)}
              />
              <BannerField
                address={valueOf('bannerImageURI')}
                uploads={uploads}
                onChange={(address) => change('bannerImageURI', address)}
              />
            </>
          )}
        </div>
        {late.length > 0 && (
          <SettingConflict
            settings={late.map((name) => ({
              name,
              label: t(`general.field.${name}`),
              now: shown(name, saved[name]),
              mine: shown(name, valueOf(name)),
            }))}
            busy={attempt.busy}
            onOverwrite={() => void save({ isOver: true })}
            onTake={discard}
          />
        )}
      </DraftForm>
    </Section>
  )
}
