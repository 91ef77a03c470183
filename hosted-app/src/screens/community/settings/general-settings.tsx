import '../../settings/settings.css'
import { type CallInput, type Community, communityPath, textLength } from '@stoa/contract'
import { draftKey, putEntities } from '@stoa/store'
import { useCommunity, useDraft, useStoa, useViewer } from '@stoa/store/react'
import { Skeleton, TextArea, TextField, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../../hosted-app.ts'
import { AccentInput } from '../../../shell/accent-input.tsx'
import { DraftForm } from '../../../shell/save-bar.tsx'
import { useUploads } from '../../../shell/uploads/use-uploads.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Section } from '../../settings/settings-section.tsx'
import {
  currentValue,
  GENERAL_FIELDS,
  GENERAL_LIMITS,
  type GeneralChanges,
  type GeneralField,
  type GeneralText,
  generalProblem,
  inputOf,
  isWrong,
  overtaken,
  readGeneralChanges,
  typedSince,
  withChange,
} from './general-changes.ts'
import { BannerField, LogoField } from './logo-field.tsx'
import { generalMessages } from './messages.ts'
import { SettingConflict } from './setting-conflict.tsx'
import { conflictOf } from './use-save-community.ts'

/** `admin-settings/general`: a community's name, description and appearance. */
export function GeneralSettings({ tokenName }: { tokenName: string }) {
  const viewer = useViewer()
  const community = useCommunity(tokenName)
  if (!viewer || !community) return <Skeleton lines={6} />
  return <General community={community} viewerId={viewer.id} />
}

function General({ community, viewerId }: { community: Community; viewerId: string }) {
  const stoa = useStoa()
  const uploads = useUploads()
  const navigate = useNavigate()
  const { tokenName } = community
  const show = (changed: Community) => putEntities(stoa, { communities: { [tokenName]: changed } })
  async function save(change: Omit<CallInput<'communityEdit'>, 'tokenName'>) {
    const { community: saved } = await stoa.client.call('communityEdit', { tokenName, ...change })
    show(saved)
    // The page's own address is a former one now.
    if (saved.urlSlug !== community.urlSlug) {
      await navigate(`${communityPath(saved)}/admin-settings/general`, { replace: true, preventScrollReset: true })
    }
    return saved
  }
  return (
    <>
      <GeneralForm community={community} viewerId={viewerId} onSave={save} onConflict={show} />
      {uploads && (
        <>
          <LogoField community={community} uploads={uploads} onSave={(logoImageURI) => save({ logoImageURI })} />
          <BannerField community={community} uploads={uploads} onSave={(bannerImageURI) => save({ bannerImageURI })} />
        </>
      )}
    </>
  )
}

interface GeneralFormProps {
  community: Community
  viewerId: string
  /** Saves the given fields and resolves with the community; rejects with the error to show. */
  onSave: (change: Omit<CallInput<'communityEdit'>, 'tokenName'>) => Promise<Community>
  /** Somebody else has saved first: the current community. */
  onConflict: (community: Community) => void
}

/**
 * Unsaved text stays on the device until it is saved or discarded, even if somebody else has changed the same field.
 */
function GeneralForm({ community, viewerId, onSave, onConflict }: GeneralFormProps) {
  const t = useTranslate(generalMessages)
  const { origin, config } = useHostedApp()
  const attempt = useFormAction()
  const [draft, setDraft] = useDraft(draftKey(viewerId, `community ${community.tokenName}`))
  const [hasTried, setTried] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const changes = readGeneralChanges(draft)
  const latest = useRef(changes)
  useEffect(() => {
    latest.current = changes
  })
  const late = changes ? overtaken(community, changes) : []
  const valueOf = (name: GeneralField) => changes?.[name]?.to ?? currentValue(community, name)
  const quoted = (value: string) => (value === '' ? t('general.empty') : <q dir="auto">{value}</q>)

  const focusField = (name: GeneralField) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  function change(name: GeneralField, to: string): void {
    attempt.reset()
    setDraft(withChange(community, changes, { name, to }))
  }

  /** Saves over the loaded version; other people’s changes to other fields stay. */
  async function send(edits: GeneralChanges, base: Community): Promise<Community> {
    try {
      return await onSave({ ...inputOf(edits), revision: base.revision })
    } catch (error) {
      const current = conflictOf(error)
      if (!current) throw error
      onConflict(current)
      // If the same field was changed, the form shows both values and asks.
      if (overtaken(current, edits).length > 0) throw error
      return send(edits, current)
    }
  }

  async function save({ isOver = false } = {}): Promise<boolean> {
    setTried(true)
    const wrong = GENERAL_FIELDS.find((name) => isWrong(name, valueOf(name)))
    if (wrong) focusField(wrong)
    if (wrong || !changes || (late.length > 0 && !isOver)) return false
    return attempt.run(async () => {
      const saved = await send(changes, community)
      setDraft(typedSince(latest.current, { sentChanges: changes, saved }))
      setTried(false)
    })
  }
  function discard(): void {
    setDraft('')
    setTried(false)
    attempt.reset()
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
        changes={GENERAL_FIELDS.filter((name) => changes?.[name]).map((name) => t(`general.field.${name}`))}
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
        </div>
        {changes && late.length > 0 && (
          <SettingConflict
            settings={late.map((name) => ({
              name,
              label: t(`general.field.${name}`),
              now: quoted(currentValue(community, name)),
              mine: quoted(valueOf(name)),
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
