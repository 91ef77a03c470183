import './author.css'
import { type EntityType, REMINDER_MAX_MS } from '@stoa/contract'
import { loadReminder } from '@stoa/store'
import { useActions, useStoa, useStoaState } from '@stoa/store/react'
import { Button, ClockIcon, Dialog, formatDate, TextField, TrashIcon, toLocalInput, useI18n, useTranslate, zoneName } from '@stoa/ui'
import { type FormEvent, useEffect, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { authorMessages } from './messages.ts'
import { remindTimes } from './remind-times.ts'

export interface RemindDialogProps {
  entityType: EntityType
  /** Id of a saved post or comment. */
  entityId: string
  onClose: () => void
}

/** Asks when to remind the viewer of a saved item. */
export function RemindDialog({ entityType, entityId, onClose }: RemindDialogProps) {
  const t = useTranslate(authorMessages)
  const timeText = useTimeText()
  const set = useRemind({ entityType, entityId })
  const stoa = useStoa()
  const remindAt = useStoaState(({ reminders }) => reminders[entityId]?.remindAt ?? null)
  const [isPicking, setPicking] = useState(false)
  // Without it a time can still be chosen, which replaces any other.
  useEffect(() => void loadReminder(stoa, entityId).catch(() => {}), [stoa, entityId])
  const choose = (at: number | null) => {
    onClose()
    set(at)
  }
  if (isPicking) return <PickTime onPick={choose} onClose={onClose} />
  return (
    <Dialog open title={t('author.remind.title')} onClose={onClose}>
      {remindAt !== null && (
        <p className="stoa-app-muted stoa-app-reminded" role="status">
          <ClockIcon size={14} /> {t('author.remind.at', { time: timeText(remindAt) })}
        </p>
      )}
      <ul className="stoa-app-remind-times">
        {remindTimes(stoa.clock()).map(([name, at]) => (
          <li key={name}>
            <Button variant="quiet" onClick={() => choose(at)}>
              {t(`author.remind.${name}`)} <small>{timeText(at)}</small>
            </Button>
          </li>
        ))}
        <li>
          <Button variant="quiet" onClick={() => setPicking(true)}>
            {t('author.remind.pick')}
          </Button>
        </li>
        {remindAt !== null && (
          <li>
            <Button variant="quiet" icon={<TrashIcon size={16} />} onClick={() => choose(null)}>
              {t('author.remind.remove')}
            </Button>
          </li>
        )}
      </ul>
    </Dialog>
  )
}

/** Sets when the viewer is reminded of a saved item, and announces it; null: never. */
export function useRemind(item: Pick<RemindDialogProps, 'entityType' | 'entityId'>): (at: number | null) => void {
  const t = useTranslate(authorMessages)
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const { remind } = useActions()
  const timeText = useTimeText()
  return (at) => {
    const text = at === null ? t('author.remind.removed') : t('author.remind.done', { time: timeText(at) })
    remind({ ...item, remindAt: at }).then(() => toasts.show({ text }), alert)
  }
}

/** Asks for any time within a year. */
export function PickTime({ onPick, onClose }: { onPick: (at: number) => void; onClose: () => void }) {
  const t = useTranslate(authorMessages)
  const { clock } = useStoa()
  const { locale } = useI18n()
  const now = clock()
  const [time, setTime] = useState(() => toLocalInput(remindTimes(now).at(-1)?.[1] ?? now))
  const at = new Date(time).getTime()
  const isGood = at > now && at <= now + REMINDER_MAX_MS

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isGood) onPick(at)
  }
  return (
    <Dialog open title={t('author.remind.title')} onClose={onClose}>
      <form className="stoa-app-form" onSubmit={submit}>
        <TextField
          type="datetime-local"
          label={t('author.remind.time')}
          hint={t('author.remind.zone', { zone: zoneName(locale, isGood ? at : now) })}
          error={isGood ? undefined : t('author.remind.invalid')}
          min={toLocalInput(now)}
          max={toLocalInput(now + REMINDER_MAX_MS)}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
        <div className="stoa-app-remind-buttons">
          <Button type="button" onClick={onClose}>
            {t('author.remind.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={!isGood}>
            {t('author.remind.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A time with its day, as in "Fri, Mar 20, 9:00 AM". */
export function useTimeText(): (time: number) => string {
  const { locale } = useI18n()
  return (time) =>
    formatDate(time, locale, { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
}
