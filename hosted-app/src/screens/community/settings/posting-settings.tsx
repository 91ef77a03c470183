import './posting-settings.css'
import { LASTING_SLOW_MODE_SECONDS, POST_TYPES } from '@stoa/contract'
import { useCommunity } from '@stoa/store/react'
import { Banner, Checkbox, durationText, SelectField, Skeleton, useI18n, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { postingMessages } from './messages.ts'
import { SettingConflict } from './setting-conflict.tsx'
import { conflictOf, useSaveCommunity } from './use-save-community.ts'

type SlowMode = (typeof LASTING_SLOW_MODE_SECONDS)[number]

/** `admin-settings/posting`: accepted kinds of posts, their approval, and slow mode. */
export function PostingSettings({ tokenName }: { tokenName: string }) {
  const t = useTranslate(postingMessages)
  const { locale } = useI18n()
  const { toasts } = useHostedApp()
  const community = useCommunity(tokenName)
  const { busy, problem, run } = useFormAction()
  const saveCommunity = useSaveCommunity()
  /** The viewer's choice, if somebody else has saved a different one meanwhile. */
  const [lateSlowMode, setLateSlowMode] = useState<SlowMode | null>(null)
  const slowMode = useRef<HTMLSelectElement>(null)
  if (!community) return <Skeleton lines={6} />
  const { postTypes, slowModeSeconds } = community
  const save = (change: Parameters<typeof saveCommunity>[1]) =>
    void run(async () => {
      await saveCommunity(community, change)
      toasts.show({ text: t('posting.saved'), tone: 'success' })
    })
  const saveSlowMode = (seconds: SlowMode) =>
    void run(async () => {
      try {
        await saveCommunity(community, { slowModeSeconds: seconds })
      } catch (error) {
        if (!conflictOf(error)) throw error
        setLateSlowMode(seconds)
        return
      }
      endConflict()
      toasts.show({ text: t('posting.saved'), tone: 'success' })
    })
  const slowModeText = (seconds: number) => (seconds === 0 ? t('posting.slowMode.off') : durationText(seconds, locale))
  /** Moves focus to the field, because the pressed button disappears. */
  function endConflict(): void {
    if (lateSlowMode !== null) slowMode.current?.focus()
    setLateSlowMode(null)
  }
  const toggle = (name: 'anonymousComments' | 'approvePosts' | 'requireTranscripts' | 'showRules') => ({
    checked: community[name],
    'aria-disabled': busy,
    onChange: (event: { currentTarget: { checked: boolean } }) => {
      if (!busy) save({ [name]: event.currentTarget.checked })
    },
  })
  return (
    <section className="stoa-app-posting" aria-labelledby="posting-title">
      <h2 id="posting-title">{t('posting.title')}</h2>
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
      <fieldset className="stoa-settings-group">
        <legend>{t('posting.types')}</legend>
        <p className="stoa-app-muted">{t('posting.types.text')}</p>
        {POST_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={t(`posting.type.${type}`)}
            checked={postTypes.includes(type)}
            aria-disabled={busy}
            onChange={(event) => {
              const { checked } = event.currentTarget
              if (busy) return
              save((latest) => ({
                postTypes: [...latest.postTypes.filter((one) => one !== type), ...(checked ? [type] : [])],
              }))
            }}
          />
        ))}
        <Checkbox label={t('posting.anonymous')} hint={t('posting.anonymous.hint')} {...toggle('anonymousComments')} />
      </fieldset>
      <fieldset className="stoa-settings-group">
        <legend>{t('posting.before')}</legend>
        <Checkbox label={t('posting.approve')} hint={t('posting.approve.hint')} {...toggle('approvePosts')} />
        <Checkbox
          label={t('posting.transcripts')}
          hint={t('posting.transcripts.hint')}
          {...toggle('requireTranscripts')}
        />
      </fieldset>
      <fieldset className="stoa-settings-group">
        <legend>{t('posting.writing')}</legend>
        <Checkbox label={t('posting.showRules')} hint={t('posting.showRules.hint')} {...toggle('showRules')} />
        <SelectField
          label={t('posting.slowMode')}
          hint={t('posting.slowMode.hint')}
          ref={slowMode}
          value={String(lateSlowMode ?? slowModeSeconds)}
          aria-disabled={busy}
          options={LASTING_SLOW_MODE_SECONDS.map((value) => ({
            value: String(value),
            label: slowModeText(value),
          }))}
          onChange={(event) => {
            const chosenSeconds = Number(event.currentTarget.value)
            const seconds = LASTING_SLOW_MODE_SECONDS.find((value) => value === chosenSeconds)
            if (!busy && seconds !== undefined) saveSlowMode(seconds)
          }}
        />
        {lateSlowMode !== null && (
          <SettingConflict
            settings={[
              {
                name: 'slowMode',
                label: t('posting.slowMode'),
                now: slowModeText(slowModeSeconds),
                mine: slowModeText(lateSlowMode),
              },
            ]}
            busy={busy}
            onOverwrite={() => saveSlowMode(lateSlowMode)}
            onTake={endConflict}
          />
        )}
      </fieldset>
    </section>
  )
}
