import type { ActivityAction, CallInput, CallOutput } from '@stoa/contract'
import { errorDetails } from '@stoa/store'
import { useAction, useStoa } from '@stoa/store/react'
import { Button, SelectField, TextField, useTranslate } from '@stoa/ui'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { activityCsv, CSV_HEAD } from './activity-csv.ts'
import { moderationMessages } from './moderation-messages.ts'

/** Filter of the log. */
export type LogFilter = Omit<CallInput<'communityActivity'>, 'tokenName' | 'cursor' | 'limit'>

const ACTIONS = [
  'commentHidden',
  'commentRestored',
  'commentApproved',
  'postHidden',
  'postRestored',
  'postApproved',
  'postRefused',
  'banned',
  'unbanned',
  'timedOut',
  'warned',
  'reportKept',
  'appealGranted',
  'appealDenied',
  'permissionsChanged',
  'communityEdited',
] as const satisfies readonly ActivityAction[]

/** Items per request of an export. */
const PAGE = 100

/** Filters the log, and exports it as a file. */
export function ActivityFilter({
  tokenName,
  filter,
  onChange,
}: {
  tokenName: string
  filter: LogFilter
  onChange: (filter: LogFilter) => void
}) {
  const t = useTranslate(moderationMessages)
  const { call } = useStoa().client
  const alert = useErrorToast()
  const { busy, run } = useAction()

  /** Sets or removes a field. */
  function set<Name extends keyof LogFilter>(name: Name, value: LogFilter[Name]): void {
    const { [name]: _, ...rest } = filter
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  /** A long log may exceed the rate limit: waits until it may continue. */
  async function readPage(cursor: string | undefined): Promise<CallOutput<'communityActivity'>> {
    try {
      return await call('communityActivity', { tokenName, ...filter, limit: PAGE, ...(cursor && { cursor }) })
    } catch (error) {
      const { code, retryAfterMs } = errorDetails(error)
      if (code !== 'RATE_LIMITED' || retryAfterMs === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
      return readPage(cursor)
    }
  }
  async function save(): Promise<void> {
    const parts = [CSV_HEAD]
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page = await readPage(cursor)
      parts.push(activityCsv(page.items))
      cursor = page.cursor
    }
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }))
    link.download = `moderation-log-${tokenName}.csv`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <div className="stoa-app-log-filter">
      <SelectField
        label={t('activity.filter.action')}
        value={filter.action ?? ''}
        options={[
          { value: '', label: t('activity.filter.all') },
          ...ACTIONS.map((action) => ({ value: action, label: t(`activity.action.${action}`) })),
        ]}
        onChange={({ target }) =>
          set(
            'action',
            ACTIONS.find((action) => action === target.value),
          )
        }
      />
      <TextField
        type="date"
        label={t('activity.filter.since')}
        value={dayOf(filter.since, 0)}
        onChange={({ target }) => set('since', startOf(target.value, 0))}
      />
      <TextField
        type="date"
        label={t('activity.filter.until')}
        value={dayOf(filter.until, 1)}
        onChange={({ target }) => set('until', startOf(target.value, 1))}
      />
      <div className="stoa-app-log-ways">
        {isFiltered && <Button onClick={() => onChange({})}>{t('activity.filter.clear')}</Button>}
        <Button busy={busy} onClick={() => void run(() => save().catch(alert))}>
          {t('activity.csv')}
        </Button>
      </div>
    </div>
  )
}

/** Local midnight of a day, or of one some days later. */
function startOf(day: string, later: number): number | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return day === '' ? undefined : new Date(year, month - 1, date + later).getTime()
}

/** The day in the format of the input. */
function dayOf(time: unknown, later: number): string {
  if (typeof time !== 'number') return ''
  const day = new Date(time)
  day.setDate(day.getDate() - later)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
