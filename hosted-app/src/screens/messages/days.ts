import type { Message } from '@stoa/contract'
import type { OutgoingMessage } from '@stoa/store'
import { formatDate } from '@stoa/ui'

/** Messages of one sender that follow each other closely share one time. */
const GROUP_MS = 5 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** A message as shown: sent, or on its way. */
export type ShownMessage = { key: string; text: string; at: number; isOwn: boolean } & (
  | { sent: Message; outgoing?: undefined }
  | { sent?: undefined; outgoing: OutgoingMessage }
)

/** A shown message with its place among the others. */
export type PlacedMessage = ShownMessage & {
  /** The day that begins with it; undefined if it has begun before. */
  day: number | undefined
  isFirst: boolean
  /** Last of its group, below which its time is shown. */
  isLast: boolean
}

/** Messages with the days they begin and the groups they belong to. */
export function placeMessages(shown: readonly ShownMessage[]): PlacedMessage[] {
  const startOf = (at: number) => new Date(at).setHours(0, 0, 0, 0)
  const isWith = (one: ShownMessage | undefined, other: ShownMessage | undefined) =>
    one !== undefined &&
    other !== undefined &&
    one.isOwn === other.isOwn &&
    Math.abs(other.at - one.at) < GROUP_MS &&
    startOf(one.at) === startOf(other.at)
  return shown.map((message, index) => {
    const before = shown[index - 1]
    const day = startOf(message.at)
    return {
      ...message,
      day: before && startOf(before.at) === day ? undefined : day,
      isFirst: !isWith(before, message),
      isLast: !isWith(message, shown[index + 1]),
    }
  })
}

/** How many calendar days ago a time was. */
export function daysAgo(at: number, now: number): number {
  const start = (time: number) => new Date(time).setHours(12, 0, 0, 0)
  return Math.round((start(now) - start(at)) / DAY_MS)
}

/** A time in a list of conversations: the time today, a weekday within a week, or else the date. */
export function shortTime(at: number, now: number, locale: string): string {
  const days = daysAgo(at, now)
  if (days <= 0) return formatDate(at, locale, { timeStyle: 'short' })
  if (days < 7) return formatDate(at, locale, { weekday: 'short' })
  return formatDate(at, locale, dateOptions(at, now, 'short'))
}

/** A day between messages, from the day before yesterday on. */
export function dayText(day: number, now: number, locale: string): string {
  const weekday = daysAgo(day, now) < 7 ? { weekday: 'long' as const } : {}
  return formatDate(day, locale, { ...weekday, ...dateOptions(day, now, 'long') })
}

function dateOptions(at: number, now: number, month: 'short' | 'long'): Intl.DateTimeFormatOptions {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return { month, day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) }
}
