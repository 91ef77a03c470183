import {
  ACTIVITY_ACTIONS,
  ACTIVITY_GROUPS,
  type ActivityAction,
  type ActivityGroup,
  type CallInput,
  isId,
} from '@stoa/contract'

/** Filters that are set from an entry of the log. */
export const NARROWED = ['actorId', 'personId', 'subjectId'] as const

/** Labels of these filters. */
export type Narrowed = Partial<Record<(typeof NARROWED)[number], string | undefined>>

/** The log's filter, as in the address. */
export interface LogFilter {
  group?: ActivityGroup
  action?: ActivityAction
  username?: string
  /** The first and the last day in the reader's time zone, such as `2026-10-15`. */
  from?: string
  to?: string
  actorId?: string
  personId?: string
  subjectId?: string
}

/** Maximum length accepted by the server. */
export const USERNAME_MAX = 200

/** Range of accepted years. While a year is being typed, the field has earlier ones. */
export const FIRST_YEAR = 2000
export const LAST_YEAR = 2100

/** Whether a day exists and is within this range. */
export function isDay(day: string): boolean {
  const [, year = ''] = /^(\d{4})-\d\d-\d\d$/.exec(day) ?? []
  if (Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return false
  const time = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** Reads the filter from an address; invalid values are left out. */
export function readLogFilter(search: string): LogFilter {
  const params = new URLSearchParams(search)
  const read = (name: keyof LogFilter, isGood: (value: string) => boolean) => {
    const value = params.get(name)
    return value !== null && isGood(value) ? { [name]: value } : {}
  }
  const action = read('action', (value) => Object.hasOwn(ACTIVITY_ACTIONS, value))
  return {
    ...('action' in action ? action : read('group', (value) => ACTIVITY_GROUPS.some((group) => group === value))),
    ...read('username', (value) => value.trim() !== '' && value.length <= USERNAME_MAX),
    ...read('from', isDay),
    ...read('to', isDay),
    ...read('actorId', isId),
    ...read('personId', isId),
    ...read('subjectId', isId),
  }
}

/** The filter as a query string; empty without filters. */
export function logSearch(filter: LogFilter): string {
  const params = new URLSearchParams(Object.entries(filter))
  return params.size === 0 ? '' : `?${params}`
}

/** The call's input: from the start of the first day to the end of the last. */
export function logInput({
  from,
  to,
  ...rest
}: LogFilter): Omit<CallInput<'communityActivity'>, 'tokenName' | 'cursor' | 'limit'> {
  return { ...rest, ...(from && { since: midnight(from, 0) }), ...(to && { until: midnight(to, 1) }) }
}

/** Local midnight at the start of a day, or `later` days after it. */
function midnight(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}
