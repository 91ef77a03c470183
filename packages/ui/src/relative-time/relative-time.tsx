import { useEffect, useState } from 'react'
import { useI18n } from '../i18n/i18n-context.ts'
import { translatable } from '../i18n/translatable.tsx'
import { timeText, timeTitle } from './time-text.ts'

/** Props of `RelativeTime`. */
export interface RelativeTimeProps {
  /** The time in ms since the epoch. */
  value: number
  /** Time of the first render in ms, which must be the same on server and client. Default: the provider's `now`. */
  now?: number | undefined
}

/**
 * A relative time ("5 minutes ago"), or a date from a week on, with the exact time in its title. Updates as time
 * passes. Renders nothing for an invalid date. Without a `now` the first render shows the date in UTC, so that server
 * and client agree.
 */
export function RelativeTime({ value, now: firstNow }: RelativeTimeProps) {
  const { locale, now: providerNow, shownTimes } = useI18n()
  const [clock, setClock] = useState<number>()
  // The first use of the browser's formatters is slow, so correct server-rendered text is kept.
  const [renderedText] = useState(() => shownTimes?.get(value))
  const isShown = clock === undefined && renderedText !== undefined
  const now = clock ?? firstNow ?? providerNow

  useEffect(() => {
    const current = Date.now()
    if (clock === undefined && renderedText === undefined) return setClock(current)
    const age = Math.abs(current - value)
    if (age > 86_400_000) return
    const timer = setTimeout(() => setClock(Date.now()), age < 3_600_000 ? 30_000 : 600_000)
    return () => clearTimeout(timer)
  }, [clock, value, renderedText])

  // An invalid time must not break the whole page.
  if (Number.isNaN(new Date(value).getTime())) return null
  // The reader's time zone is known only after the first render.
  const format = { locale, now, timeZone: clock === undefined ? 'UTC' : undefined }
  const text = isShown ? renderedText : timeText(value, format)
  return (
    <time
      className="stoa-time"
      dateTime={new Date(value).toISOString()}
      title={isShown ? undefined : timeTitle(value, format)}
      onPointerEnter={isShown ? () => setClock(Date.now()) : undefined}
    >
      {translatable(text)}
    </time>
  )
}
