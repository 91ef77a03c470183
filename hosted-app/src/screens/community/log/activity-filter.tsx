import { ACTIVITY_ACTIONS, ACTIVITY_GROUPS, type ActivityAction, type ActivityGroup, actionsWith } from '@stoa/contract'
import { useAction, useStoa } from '@stoa/store/react'
import { Button, CloseIcon, FilterChips, isComposing, TextField, useTranslate } from '@stoa/ui'
import { forwardRef, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useErrorToast } from '../../../shell/use-error-toast.ts'
import { downloadLog } from './activity-csv.ts'
import { DayField } from './day-field.tsx'
import { type LogFilter, logInput, NARROWED, type Narrowed, USERNAME_MAX } from './log-filter.ts'
import { logMessages } from './messages.ts'

interface ActivityFilterProps {
  tokenName: string
  filter: LogFilter
  /** Labels of the entry filters, as far as they are known. */
  narrowed: Narrowed
  onChange: (filter: LogFilter) => void
}

/** Filters the log, and exports it as a file. */
export const ActivityFilter = forwardRef(function ActivityFilter(
  { tokenName, filter, narrowed, onChange }: ActivityFilterProps,
  ref: Ref<HTMLDivElement>,
) {
  const t = useTranslate(logMessages)
  const { call } = useStoa().client
  const alert = useErrorToast()
  const { busy, run } = useAction()
  const root = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => root.current as HTMLDivElement)
  const [typed, setTyped] = useState(filter.username ?? '')

  // Other controls can clear the filters, too.
  useEffect(() => setTyped(filter.username ?? ''), [filter.username])

  /** Sets or removes a field. */
  function set<Name extends keyof LogFilter>(name: Name, value: LogFilter[Name]): void {
    const { [name]: former, ...rest } = filter
    if (former === value) return
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  const isFiltered = Object.keys(filter).length > 0
  const group = filter.group ?? (filter.action && ACTIVITY_ACTIONS[filter.action].group)
  function choose(next: Pick<LogFilter, 'group' | 'action'>): void {
    const { action: _, group: __, ...rest } = filter
    onChange({ ...rest, ...next })
  }
  const chips = NARROWED.filter((name) => filter[name] !== undefined).map((name) => {
    return { name, label: narrowed[name] ?? t(`activity.filter.unknown.${name}`) }
  })
  return (
    <div ref={root} className="stoa-app-log-filter" role="group" aria-label={t('activity.filter')} tabIndex={-1}>
      <div className="stoa-app-log-kinds">
        <FilterChips<ActivityGroup | ''>
          label={t('activity.filter.action')}
          value={group ?? ''}
          options={[
            { value: '', label: t('activity.filter.all') },
            ...ACTIVITY_GROUPS.map((value) => ({ value, label: t(`activity.group.${value}`) })),
          ]}
          onChoose={(value) => choose(value === '' ? {} : { group: value })}
        />
        {group && (
          <FilterChips<ActivityAction | ''>
            label={t(`activity.group.${group}`)}
            value={filter.action ?? ''}
            options={[
              { value: '', label: t(`activity.group.${group}.all`) },
              ...actionsWith({ group }).map((value) => ({ value, label: t(`activity.action.${value}`) })),
            ]}
            onChoose={(value) => choose(value === '' ? { group } : { action: value })}
          />
        )}
      </div>
      <TextField
        type="search"
        label={t('activity.filter.person')}
        placeholder={t('activity.filter.person.hint')}
        value={typed}
        maxLength={USERNAME_MAX}
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        onChange={({ target: { value } }) => {
          setTyped(value)
          if (value === '') set('username', undefined)
        }}
        onBlur={() => set('username', usernameIn(typed))}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && set('username', usernameIn(typed))}
      />
      <DayField
        label={t('activity.filter.since')}
        day={filter.from ?? ''}
        onDay={(day) => set('from', day || undefined)}
      />
      <DayField label={t('activity.filter.until')} day={filter.to ?? ''} onDay={(day) => set('to', day || undefined)} />
      <div className="stoa-app-log-ways">
        {chips.map(({ name, label }) => (
          <Button
            key={name}
            size="s"
            aria-label={t('activity.filter.remove', { name: label })}
            onClick={() => {
              set(name, undefined)
              root.current?.focus()
            }}
          >
            <bdi>{label}</bdi>
            <CloseIcon size={16} />
          </Button>
        ))}
        {isFiltered && (
          <Button
            onClick={() => {
              onChange({})
              // The pressed button disappears.
              root.current?.focus()
            }}
          >
            {t('activity.filter.clear')}
          </Button>
        )}
        <Button
          busy={busy}
          onClick={() => void run(() => downloadLog(call, { tokenName, ...logInput(filter) }).catch(alert))}
        >
          {t('activity.csv')}
        </Button>
      </div>
    </div>
  )
})

/** The typed username; undefined if empty. */
function usernameIn(typed: string): string | undefined {
  return typed.trim().replace(/^@/, '') || undefined
}
