const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats a time (ms since the epoch); formatters are kept, because building one costs far more than using it. */
export function formatDate(time: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options)
  let format = dateFormats.get(key)
  if (!format) dateFormats.set(key, (format = new Intl.DateTimeFormat(locale, options)))
  return format.format(time)
}

/** How far `time` is from `now` (both ms since the epoch): "now", "5 minutes ago"; nothing from a week on. */
export function formatRelative(time: number, now: number, locale: string): string | undefined {
  const distance = time - now
  const size = Math.abs(distance)
  if (size >= 7 * DAY) return undefined
  let format = relativeFormats.get(locale)
  if (!format) relativeFormats.set(locale, (format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })))
  // A server's clock a little ahead of the reader's must not make "in 3 seconds" of a new comment.
  if (size < MINUTE) return format.format(0, 'second')
  // Past times are rounded down to whole units.
  const whole = distance < 0 ? Math.trunc : Math.round
  if (size < HOUR) return format.format(whole(distance / MINUTE), 'minute')
  if (size < DAY) return format.format(whole(distance / HOUR), 'hour')
  return format.format(whole(distance / DAY), 'day')
}
