const DAY_MS = 24 * 60 * 60 * 1000

/** A clock in a zone at an absolute time, written as if it were UTC. */
function clockIn(timeZone: string, time: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The day of a time in a zone, as date fields have it. */
export function dayIn(timeZone: string, time: number): string {
  return new Date(clockIn(timeZone, time)).toISOString().slice(0, 10)
}

/** When a day of a date field begins in a zone: at midnight, or later if the clock skips it. */
export function startOfDayIn(timeZone: string, day: string): number {
  const midnight = Date.parse(`${day}T00:00Z`)
  // The offsets before and after any change of the clock around midnight.
  const candidates = [-DAY_MS, DAY_MS].map((side) => {
    const near = midnight + side
    return midnight - (clockIn(timeZone, near) - near)
  })
  const exact = candidates.filter((time) => clockIn(timeZone, time) === midnight)
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)
}

/** When a day of a date field ends in a zone. */
export function endOfDayIn(timeZone: string, day: string): number {
  const next = new Date(Date.parse(`${day}T00:00Z`) + DAY_MS)
  return startOfDayIn(timeZone, next.toISOString().slice(0, 10))
}
