import { LEADERBOARD_PERIODS, type LeaderboardPeriod } from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'

/** Days over which points are summed, in days since 1970 (UTC). */
export interface Period {
  first_day: number
  last_day: number
}

const THURSDAY_TO_MONDAY = 3

export const dayOf = (time: number) => Math.floor(time / DAY_MS)

/** The day, week or month that includes a day, or all days. */
export function periodOf(period: LeaderboardPeriod, day: number): Period {
  switch (period) {
    case 'day':
      return { first_day: day, last_day: day }
    case 'week': {
      // 1970 began on a Thursday.
      const monday = day - ((day + THURSDAY_TO_MONDAY) % 7)
      return { first_day: monday, last_day: monday + 6 }
    }
    case 'month': {
      const date = new Date(day * DAY_MS)
      const firstOf = (month: number) => dayOf(Date.UTC(date.getUTCFullYear(), month))
      return { first_day: firstOf(date.getUTCMonth()), last_day: firstOf(date.getUTCMonth() + 1) - 1 }
    }
    case 'all':
      return { first_day: 0, last_day: 999_999 }
  }
}

/** All periods that include a day. */
export const periodsOf = (day: number): Period[] => LEADERBOARD_PERIODS.map((period) => periodOf(period, day))
