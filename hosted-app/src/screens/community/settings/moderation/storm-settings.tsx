import { type ContentRules, SLOW_MODE_SECONDS } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Badge, Banner, Button, Checkbox, ChevronDownIcon, RelativeTime, SelectField, useTranslate } from '@stoa/ui'
import { useId, useRef, useState } from 'react'
import { useHostedApp } from '../../../../hosted-app.ts'
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
  const { toasts } = useHostedApp()
  const isOn = storm !== null && storm.until > clock()
  const [isOpen, setOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const options = useId()
  async function save(next: ContentRules['storm']): Promise<void> {
    if (await onSave({ storm: next })) return
    toasts.show({ text: t(next ? 'storm.started' : 'storm.ended'), tone: 'success' })
    setOpen(false)
    // Saving replaces what was pressed.
    heading.current?.focus()
  }
  return (
    <section className="stoa-app-checks stoa-app-storm-card" aria-labelledby="storm-title">
      <div className="stoa-app-storm-head">
        <div>
          <h3 ref={heading} id="storm-title" tabIndex={-1}>
            {t('storm.title')}
          </h3>
          <p className="stoa-app-muted">{t('storm.text')}</p>
        </div>
        {isOn ? (
          <Badge tone="warning">{t('storm.state.on')}</Badge>
        ) : (
          <Button
            size="s"
            aria-label={t('storm.state.off.name')}
            aria-expanded={isOpen}
            aria-controls={options}
            onClick={() => setOpen(!isOpen)}
          >
            {t('storm.state.off')}
            <ChevronDownIcon size={18} />
          </Button>
        )}
      </div>
      <div id={options} hidden={!isOpen && !isOn}>
        {isOn ? <Running storm={storm} onEnd={() => save(null)} /> : <Start onSave={save} />}
      </div>
    </section>
  )
}

function Running({ storm, onEnd }: { storm: Storm; onEnd: () => Promise<void> }) {
  const t = useTranslate(moderationSettingsMessages)
  const { busy, problem, run } = useFormAction()
  const { membersOnly, holdNewcomers, slowModeSeconds, until } = storm
  return (
    <>
      <Banner
        tone="warning"
        title={t('storm.on')}
        action={
          <Button size="s" busy={busy} onClick={() => void run(onEnd)}>
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

function Start({ onSave }: { onSave: (storm: Storm) => Promise<void> }) {
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
  const start = () => onSave({ ...chosen, until: clock() + hours * HOUR_MS - 1000 })
  return (
    <form
      className="stoa-app-checks-form"
      onSubmit={(event) => {
        event.preventDefault()
        void run(start)
      }}
    >
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
