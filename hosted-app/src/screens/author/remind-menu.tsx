import { type EntityType, REMINDER_MAX_MS } from '@stoa/contract'
import { useActions, useStoa, useStoaState } from '@stoa/store/react'
import {
  Button,
  ClockIcon,
  Dialog,
  formatDate,
  Menu,
  TextField,
  TrashIcon,
  toLocalInput,
  useI18n,
  useTranslate,
  zoneName,
} from '@stoa/ui'
import { type FormEvent, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { authorMessages } from './messages.ts'
import { remindTimes } from './remind-times.ts'

export interface RemindMenuProps {
  entityType: EntityType
  entityId: string
  /** Names the item for screen readers. */
  title: string
}

/** When to be reminded of a saved item. */
export function RemindMenu({ entityType, entityId, title }: RemindMenuProps) {
  const t = useTranslate(authorMessages)
  const { clock } = useStoa()
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const { remind } = useActions()
  const timeText = useTimeText()
  const remindAt = useStoaState(({ reminders }) => reminders[entityId]?.remindAt ?? null)
  const [isPicking, setPicking] = useState(false)

  function set(at: number | null): void {
    setPicking(false)
    const text = at === null ? t('author.remind.removed') : t('author.remind.done', { time: timeText(at) })
    remind({ entityType, entityId, remindAt: at }).then(() => toasts.show({ text }), alert)
  }
  return (
    <>
      <Menu
        label={t('author.remind', { title })}
        icon={<ClockIcon size={16} />}
        items={[
          ...remindTimes(clock()).map(([name, at]) => ({
            id: name,
            label: t(`author.remind.${name}`),
            hint: timeText(at),
            onSelect: () => set(at),
          })),
          { id: 'pick', label: t('author.remind.pick'), onSelect: () => setPicking(true) },
          ...(remindAt === null
            ? []
            : [
                {
                  id: 'remove',
                  group: 'edit' as const,
                  label: t('author.remind.remove'),
                  icon: <TrashIcon size={16} />,
                  onSelect: () => set(null),
                },
              ]),
        ]}
      />
      {isPicking && <PickTime onPick={set} onClose={() => setPicking(false)} />}
    </>
  )
}

/** When the reader is reminded of a saved item, if at all. */
export function RemindedAt({ entityId }: Pick<RemindMenuProps, 'entityId'>) {
  const t = useTranslate(authorMessages)
  const timeText = useTimeText()
  const remindAt = useStoaState(({ reminders }) => reminders[entityId]?.remindAt ?? null)
  if (remindAt === null) return null
  return (
    <p className="stoa-app-muted stoa-app-reminded">
      <ClockIcon size={14} /> {t('author.remind.at', { time: timeText(remindAt) })}
    </p>
  )
}

function PickTime({ onPick, onClose }: { onPick: (at: number) => void; onClose: () => void }) {
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
function useTimeText(): (time: number) => string {
  const { locale } = useI18n()
  return (time) =>
    formatDate(time, locale, { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
}
