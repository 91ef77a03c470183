import type { NotificationSettings } from '@stoa/contract'

/** The fields of the quiet hours. */
export type QuietValues = {
  isQuiet: boolean
  /** As `22:00`. */
  from: string
  to: string
  /** IANA name. */
  timeZone: string
}

export type QuietField = keyof QuietValues

export const QUIET_FIELDS = ['isQuiet', 'from', 'to', 'timeZone'] as const satisfies readonly QuietField[]

/** The saved quiet hours; without any, those that turning them on suggests. */
export function quietValues(quietHours: NotificationSettings['quietHours']): QuietValues {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { isQuiet: quietHours !== null, from: '22:00', to: '07:00', timeZone, ...quietHours }
}

/** Null: none. */
export function quietHoursOf({ isQuiet, ...hours }: QuietValues): NotificationSettings['quietHours'] {
  return isQuiet ? hours : null
}

/** Why the quiet hours can't be saved; null if they can. */
export function quietProblem({
  isQuiet,
  from,
  to,
}: QuietValues): { field: 'from' | 'to'; text: 'quiet.empty' | 'quiet.same' } | null {
  if (!isQuiet) return null
  if (from === '') return { field: 'from', text: 'quiet.empty' }
  if (to === '') return { field: 'to', text: 'quiet.empty' }
  return from === to ? { field: 'to', text: 'quiet.same' } : null
}
