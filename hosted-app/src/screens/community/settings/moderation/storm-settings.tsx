import { type ContentRules, SLOW_MODE_SECONDS } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, Checkbox, RelativeTime, SelectField, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { useFormAction } from '../../../../shell/use-form-action.ts'
import { moderationSettingsMessages } from './messages.ts'
import type { SaveRules } from './moderation-settings.tsx'

type Storm = NonNullable<ContentRules['storm']>
const HOURS = [1, 6, 24, 72, 168] as const
const HOUR_MS = 60 * 60 * 1000

/** Storm mode: stricter rules until a chosen time, which can be turned off earlier. */
export function StormSettings({ storm, onSave }: { storm: ContentRules['storm']; onSave: SaveRules }) {
  const t = useTranslate(moderationSettingsMessages)
  const { clock } = useStoa()
  const isOn = storm !== null && storm.until > clock()
  const heading = useRef<HTMLHeadingElement>(null)
  /** Moves focus to the heading, because saving replaces the form. */
  const save: SaveRules = async (change, message) => {
    const overtaken = await onSave(change, message)
    heading.current?.focus()
    return overtaken
  }
  return (
    <section className="stoa-app-checks" aria-labelledby="storm-title">
      <h2 ref={heading} id="storm-title" tabIndex={-1}>
        {t('storm.title')}
      </h2>
      {isOn ? <Running storm={storm} onSave={save} /> : <Start onSave={save} />}
    </section>
  )
}

function Running({ storm, onSave }: { storm: Storm; onSave: SaveRules }) {
  const t = useTranslate(moderationSettingsMessages)
  const { busy, problem, run } = useFormAction()
  const { membersOnly, holdNewcomers, slowModeSeconds, until } = storm
  return (
    <>
      <Banner
        tone="warning"
        title={t('storm.on')}
        action={
          <Button size="s" busy={busy} onClick={() => void run(() => onSave({ storm: null }, t('storm.ended')))}>
            {t('storm.end')}
          </Button>
        }
      >
        <ul className="stoa-app-storm">
          {membersOnly && <li>{t('storm.membersOnly')}</li>}
          {holdNewcomers && <li>{t('storm.holdNewcomers')}</li>}
          {slowModeSeconds > 0 && <li>{t(`storm.slowMode.${slowModeSeconds}`)}</li>}
        </ul>
        {t.rich('storm.on.until', { date: <RelativeTime value={until} /> })}
      </Banner>
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
    </>
  )
}

function Start({ onSave }: { onSave: SaveRules }) {
  const t = useTranslate(moderationSettingsMessages)
  const { clock } = useStoa()
  const [hours, setHours] = useState<number>(6)
  const [chosen, setChosen] = useState<Omit<Storm, 'until'>>({
    membersOnly: true,
    holdNewcomers: true,
    slowModeSeconds: 0,
  })
  const { busy, problem, run } = useFormAction()
  const isEmpty = !chosen.membersOnly && !chosen.holdNewcomers && chosen.slowModeSeconds === 0
  const start = () => onSave({ storm: { ...chosen, until: clock() + hours * HOUR_MS - 1000 } }, t('storm.started'))
  return (
    <form
      className="stoa-app-checks-form"
      onSubmit={(event) => {
        event.preventDefault()
        void run(start)
      }}
    >
      <p className="stoa-app-muted">{t('storm.text')}</p>
      <Checkbox
        label={t('storm.membersOnly')}
        hint={t('storm.membersOnly.hint')}
        checked={chosen.membersOnly}
        onChange={(event) => setChosen({ ...chosen, membersOnly: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('storm.holdNewcomers')}
        hint={t('storm.holdNewcomers.hint')}
        checked={chosen.holdNewcomers}
        onChange={(event) => setChosen({ ...chosen, holdNewcomers: event.currentTarget.checked })}
      />
      <div className="stoa-app-checks-row">
        <SelectField
          label={t('storm.slowMode')}
          hint={t('storm.slowMode.hint')}
          value={String(chosen.slowModeSeconds)}
          options={SLOW_MODE_SECONDS.map((value) => ({ value: String(value), label: t(`storm.slowMode.${value}`) }))}
          onChange={(event) => {
            const chosenSeconds = Number(event.currentTarget.value)
            setChosen({ ...chosen, slowModeSeconds: SLOW_MODE_SECONDS.find((value) => value === chosenSeconds) ?? 0 })
          }}
        />
        <SelectField
          label={t('storm.time')}
          value={String(hours)}
          options={HOURS.map((value) => ({ value: String(value), label: t(`storm.time.${value}`) }))}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
        />
      </div>
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
      <div>
        <Button type="submit" busy={busy} disabled={isEmpty}>
          {t('storm.start')}
        </Button>
      </div>
    </form>
  )
}
