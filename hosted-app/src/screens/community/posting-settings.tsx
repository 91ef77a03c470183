import './posting-settings.css'
import { LASTING_SLOW_MODE_SECONDS, POST_TYPES } from '@stoa/contract'
import { useCommunity } from '@stoa/store/react'
import { Banner, Checkbox, SelectField, Skeleton, useTranslate } from '@stoa/ui'
import { useHostedApp } from '../../hosted-app.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
import { postingMessages } from './posting-messages.ts'
import { useSaveCommunity } from './use-save-community.ts'

/** `admin-settings/posting`: accepted kinds of posts, their approval, and slow mode. */
export function PostingSettings({ tokenName }: { tokenName: string }) {
  const t = useTranslate(postingMessages)
  const { toasts } = useHostedApp()
  const community = useCommunity(tokenName)
  const { busy, problem, run } = useFormAction({ EDIT_CONFLICT: 'settings.error.overtaken' })
  const saveCommunity = useSaveCommunity()
  if (!community) return <Skeleton lines={6} />
  const { postTypes, slowModeSeconds } = community
  const save = (change: Parameters<typeof saveCommunity>[1]) =>
    void run(async () => {
      await saveCommunity(community, change)
      toasts.show({ text: t('posting.saved'), tone: 'success' })
    })
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
      <fieldset>
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
      <fieldset>
        <legend>{t('posting.before')}</legend>
        <Checkbox label={t('posting.approve')} hint={t('posting.approve.hint')} {...toggle('approvePosts')} />
        <Checkbox
          label={t('posting.transcripts')}
          hint={t('posting.transcripts.hint')}
          {...toggle('requireTranscripts')}
        />
      </fieldset>
      <fieldset>
        <legend>{t('posting.writing')}</legend>
        <Checkbox label={t('posting.showRules')} hint={t('posting.showRules.hint')} {...toggle('showRules')} />
        <SelectField
          label={t('posting.slowMode')}
          hint={t('posting.slowMode.hint')}
          value={String(slowModeSeconds)}
          aria-disabled={busy}
          options={LASTING_SLOW_MODE_SECONDS.map((value) => ({
            value: String(value),
            label: t(`posting.slowMode.${value}`),
          }))}
          onChange={(event) => {
            const wanted = Number(event.currentTarget.value)
            const seconds = LASTING_SLOW_MODE_SECONDS.find((value) => value === wanted)
            if (!busy && seconds !== undefined) save({ slowModeSeconds: seconds })
          }}
        />
      </fieldset>
    </section>
  )
}
