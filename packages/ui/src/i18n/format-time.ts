const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats a time (ms since the epoch). Formatters are cached because creating them is expensive. */
export function formatDate(time: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options)
  let format = dateFormats.get(key)
  if (!format) dateFormats.set(key, (format = new Intl.DateTimeFormat(locale, options)))
  return format.format(time)
}

/** Time between `time` and `now` (ms since the epoch): "now", "5 minutes ago". Empty from a week on. */
export function formatRelative(time: number, now: number, locale: string): string | undefined {
  const distance = time - now
  const size = Math.abs(distance)
  if (size >= 7 * DAY) return undefined
  const about = { locale, numeric: 'auto' } as const
  // If the server's clock is slightly ahead, a new comment must not show "in 3 seconds".
  if (size < MINUTE) return relativeUnits(0, 'second', about)
  // Past times are rounded down to whole units.
  const whole = distance < 0 ? Math.trunc : Math.round
  if (size < HOUR) return relativeUnits(whole(distance / MINUTE), 'minute', about)
  if (size < DAY) return relativeUnits(whole(distance / HOUR), 'hour', about)
  return relativeUnits(whole(distance / DAY), 'day', about)
}

/** A number of units from now: "5 minutes ago", "in 2 hours"; with `auto` also "yesterday". */
export function relativeUnits(
  count: number,
  unit: Intl.RelativeTimeFormatUnit,
  { locale, numeric }: { locale: string; numeric: 'auto' | 'always' },
): string {
  const key = locale + numeric
  let format = relativeFormats.get(key)
  if (!format) relativeFormats.set(key, (format = new Intl.RelativeTimeFormat(locale, { numeric })))
  // In the browsers' data, Hebrew's words for one and two are followed by the number.
  return format.format(count, unit).replace(/ \(\d\)/, '')
}

/** Formats seconds in the largest unit that divides them: "30 seconds", "5 minutes", "1 hour". */
export function durationText(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, size]) => seconds % size === 0) ?? UNITS[2]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
}

const UNITS = [
  ['hour', 60 * 60],
  ['minute', 60],
  ['second', 1],
] as const

/** A time in the format of `datetime-local` inputs: in the reader's time zone, to the minute. */
export function toLocalInput(time: number): string {
  const date = new Date(time)
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** Name of the reader's time zone at a time. */
export function zoneName(locale: string, time: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' }).formatToParts(time)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
