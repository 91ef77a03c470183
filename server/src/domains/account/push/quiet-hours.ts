import type { QuietHours } from '@stoa/contract'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'

const MINUTES_PER_DAY = 24 * 60
/** Minutes by which clocks are put forward or back at most. */
const SHIFT_MAX = 3 * 60

/** When quiet hours that last at a time end; null: they don't. Across midnight and changes of the clock. */
export function quietUntil(hours: QuietHours | null, now: number): number | null {
  if (hours === null) return null
  const minuteAt = localMinutes(hours.timeZone)
  const [from, to] = [minuteOf(hours.from), minuteOf(hours.to)]
  const isQuiet = (time: number) => {
    const since = (minuteAt(time) - from + MINUTES_PER_DAY) % MINUTES_PER_DAY
    return since < (to - from + MINUTES_PER_DAY) % MINUTES_PER_DAY
  }
  if (!isQuiet(now)) return null
  const thisMinute = now - (now % MINUTE_MS)
  const expected = (to - minuteAt(now) + MINUTES_PER_DAY) % MINUTES_PER_DAY
  // On days with 23 or 25 hours they end earlier or later, and a skipped hour may hide their end.
  const earliest = Math.max(1, expected - SHIFT_MAX)
  for (let minutes = earliest; minutes <= expected + SHIFT_MAX; minutes += 1) {
    const time = thisMinute + minutes * MINUTE_MS
    if (!isQuiet(time)) return time
  }
  return now + DAY_MS
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The minute of the day at a time, as a clock in the zone shows it. */
function localMinutes(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
  }
}
