import { TextField, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { FIRST_YEAR, isDay, LAST_YEAR } from './log-filter.ts'
import { logMessages } from './messages.ts'

interface DayFieldProps {
  label: string
  /** The chosen day, such as `2026-10-15`; empty for none. */
  day: string
  onDay: (day: string) => void
}

/** Chooses a day to filter the log by. Incomplete years, such as 0002 during typing, are ignored. */
export function DayField({ label, day, onDay }: DayFieldProps) {
  const t = useTranslate(logMessages)
  const [typed, setTyped] = useState(day)
  const [isWrong, setWrong] = useState(false)
  // Other controls can change it, too.
  useEffect(() => setTyped(day), [day])
  return (
    <TextField
      type="date"
      label={label}
      min={`${FIRST_YEAR}-01-01`}
      max={`${LAST_YEAR}-12-31`}
      value={typed}
      error={isWrong ? t('activity.filter.day.wrong', { first: FIRST_YEAR, last: LAST_YEAR }) : undefined}
      onChange={({ target: { value } }) => {
        setTyped(value)
        setWrong(false)
        if (value !== day && (value === '' || isDay(value))) onDay(value)
      }}
      onBlur={() => {
        if (typed === '' || isDay(typed)) return
        setWrong(true)
        setTyped(day)
      }}
    />
  )
}
