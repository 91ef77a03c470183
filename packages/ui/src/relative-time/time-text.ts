import { formatDate, formatRelative } from '../i18n/format-time.ts'

/** Format of a time. */
export interface TimeFormat {
  /** BCP 47 tag. */
  locale: string
  /** The current time in ms since the epoch; undefined for dates only. */
  now: number | undefined
  /** Default: the reader's own. */
  timeZone?: string | undefined
}

/** A relative time, or a date from a week on. */
export function timeText(value: number, { locale, now, timeZone }: TimeFormat): string {
  const relative = now !== undefined && formatRelative(value, now, locale)
  if (relative) return relative
  const thisYear = now !== undefined && new Date(now).getUTCFullYear() === new Date(value).getUTCFullYear()
  return formatDate(value, locale, {
    day: 'numeric',
    month: 'short',
    ...(thisYear ? {} : { year: 'numeric' }),
    ...zone(timeZone),
  })
}

/** The exact time, for its title. */
export function timeTitle(value: number, { locale, timeZone }: Omit<TimeFormat, 'now'>): string {
  return formatDate(value, locale, { dateStyle: 'full', timeStyle: 'short', ...zone(timeZone) })
}

const zone = (timeZone: string | undefined) => (timeZone === undefined ? {} : { timeZone })
