import type { NetworkNumber, NetworkOverview } from '@stoa/contract'
import { formatDate, formatNumber } from '@stoa/ui'

/** Below this, a change is written as a difference: a percentage of few says little. */
const PERCENT_FROM = 100
const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

/** A duration in hours and minutes: "1 hr, 52 min". */
function durationText(ms: number, locale: string): string {
  const minutes = Math.round(ms / MINUTE_MS)
  const write = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  const hours = Math.floor(minutes / 60)
  const parts = [
    ...(hours > 0 ? [write(hours, 'hour')] : []),
    ...(minutes % 60 > 0 || hours === 0 ? [write(minutes % 60, 'minute')] : []),
  ]
  return new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(parts)
}

/** The step of a number's axis. */
export const unitOf = (name: NetworkNumber['name']): number => (name === 'decisionMs' ? HOUR_MS / 4 : 1)

export function numberText(name: NetworkNumber['name'], value: number | null, locale: string): string {
  if (value === null) return '–'
  return name === 'decisionMs' ? durationText(value, locale) : formatNumber(value, locale)
}

/** How a number changed: "+18%", "+12", "−24 min"; empty if it didn't; null if nothing is known to compare with. */
export function changeText({ name, total, before }: NetworkNumber, locale: string): string | null {
  if (total === null || before === null) return null
  const change = total - before
  if (name === 'decisionMs') {
    const text = durationText(Math.abs(change), locale)
    return Math.abs(change) < MINUTE_MS / 2 ? '' : `${change > 0 ? '+' : '−'}${text}`
  }
  if (change === 0) return ''
  const signed = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { ...options, signDisplay: 'exceptZero' }).format(value)
  return before < PERCENT_FROM
    ? signed(change, {})
    : signed(change / before, { style: 'percent', maximumFractionDigits: 0 })
}

/** A time in the overview's zone. */
export function bucketText(time: number, { period, timeZone }: NetworkOverview, locale: string): string {
  const options: Intl.DateTimeFormatOptions =
    period === 'day' ? { hour: 'numeric', minute: '2-digit' } : { month: 'short', day: 'numeric' }
  return formatDate(time, locale, { ...options, timeZone })
}

/** Days in the overview's zone: "November 1 – 28, 2026". `end` is the first moment after them. */
export function spanText({ start, end }: { start: number; end: number }, timeZone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  return format.formatRange(start, Math.max(start, end - 1))
}
