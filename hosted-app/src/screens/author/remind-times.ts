const HOUR_MS = 60 * 60 * 1000
/** "Later today" is in three hours, on the hour, unless that is in the evening's last hour or tomorrow. */
const LATER_HOURS = 3
const LAST_HOUR = 22
const MORNING = 9

export type RemindTime = 'later' | 'tomorrow' | 'week'

/**
 * Times to be reminded at, in the reader's time zone. In the evening there is no "later today", and on Sundays no "next
 * week", which begins tomorrow.
 */
export function remindTimes(now: number): [RemindTime, number][] {
  const later = new Date(now + LATER_HOURS * HOUR_MS)
  later.setMinutes(0, 0, 0)
  const isToday = later.getDate() === new Date(now).getDate() && later.getHours() <= LAST_HOUR
  return [
    ...(isToday ? [['later', later.getTime()] as [RemindTime, number]] : []),
    ['tomorrow', morningAfter(now, 1)],
    ...(daysToMonday(now) > 1 ? [['week', morningAfter(now, daysToMonday(now))] as [RemindTime, number]] : []),
  ]
}

/** Nine o'clock of a later day, also across a change of daylight saving time. */
function morningAfter(now: number, days: number): number {
  const date = new Date(now)
  date.setDate(date.getDate() + days)
  date.setHours(MORNING, 0, 0, 0)
  return date.getTime()
}

function daysToMonday(now: number): number {
  return (8 - new Date(now).getDay()) % 7 || 7
}
