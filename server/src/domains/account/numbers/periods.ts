import type { NumbersPeriod } from '@stoa/contract'
import { HOUR_MS } from '../../../platform/clock.ts'

/** A calendar day. Days and months beyond the calendar's continue in the next one, as with `Date.UTC`. */
interface CalendarDay {
  year: number
  /** 0: January. */
  month: number
  day: number
}

/** A period of a time zone, cut into buckets. All times are absolute, and each end is the next start. */
export interface CutPeriod {
  start: number
  end: number
  /** Starts of its hours, or of its days. */
  buckets: number[]
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A clock in a zone at an absolute time, written as if it were UTC. */
function clockIn(zone: string, time: number): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    } as Intl.DateTimeFormatOptions)
    formats.set(zone, format)
  }
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function dayAt(zone: string, time: number): CalendarDay {
  const local = new Date(clockIn(zone, time))
  return { year: local.getUTCFullYear(), month: local.getUTCMonth(), day: local.getUTCDate() }
}

/** When a day begins in a zone: at midnight, or later if the clock skips it. */
export function startOfDay(zone: string, { year, month, day }: CalendarDay): number {
  const midnight = Date.UTC(year, month, day)
  const offsetAt = (time: number) => clockIn(zone, time) - time
  // The offsets before and after any change of the clock around midnight.
  const candidates = [-1, 1].map((side) => midnight - offsetAt(midnight + side * 24 * HOUR_MS))
  const [exact] = candidates.filter((time) => clockIn(zone, time) === midnight).sort((one, other) => one - other)
  return exact ?? Math.max(...candidates)
}

/** The period around a time. */
export function periodAt(zone: string, period: NumbersPeriod, time: number): CutPeriod {
  const today = dayAt(zone, time)
  const at = (change: Partial<CalendarDay>) => startOfDay(zone, { ...today, ...change })
  if (period === 'day') {
    const start = at({})
    const end = at({ day: today.day + 1 })
    const buckets = Array.from({ length: Math.ceil((end - start) / HOUR_MS) }, (_, index) => start + index * HOUR_MS)
    return { start, end, buckets }
  }
  const weekday = (new Date(Date.UTC(today.year, today.month, today.day)).getUTCDay() + 6) % 7
  const first = period === 'week' ? today.day - weekday : 1
  const last = period === 'week' ? first + 7 : new Date(Date.UTC(today.year, today.month + 1, 0)).getUTCDate() + 1
  const days = Array.from({ length: last - first + 1 }, (_, index) => at({ day: first + index }))
  return { start: days[0] ?? 0, end: days.at(-1) ?? 0, buckets: days.slice(0, -1) }
}

/** The hour that a time is in. */
export function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS) * HOUR_MS
}
