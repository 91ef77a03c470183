import type { EntityType, ReactionName } from './entities.ts'

/** Points for a reaction to a person's post or comment. */
export const REPUTATION_POINTS: Readonly<Record<EntityType, Readonly<Record<ReactionName, number>>>> = {
  Post: { 'thumb-up': 2, 'thumb-down': -1 },
  Comment: { 'thumb-up': 1, 'thumb-down': -1 },
}

/** Maximum points between two people in a community per day, so that no friend or foe decides alone. */
export const REPUTATION_FROM_ONE_MAX = 5
/** Maximum points a person gains or loses in a community per day, so that one popular post doesn't decide alone. */
export const REPUTATION_A_DAY_MAX = 200

/** The part of a reaction's points that counts, given those of the same day: from the same person, and in total. */
export function grantedPoints(points: number, earlier: { fromGiver: number; today: number }): number {
  const direction = Math.sign(points)
  const room = Math.min(
    REPUTATION_FROM_ONE_MAX - direction * earlier.fromGiver,
    REPUTATION_A_DAY_MAX - direction * earlier.today,
  )
  // Never minus zero.
  return direction * Math.max(0, Math.min(Math.abs(points), room)) || 0
}

/** Periods of the leaderboard: the day, week or month so far in UTC, or all time. */
export const LEADERBOARD_PERIODS = ['day', 'week', 'month', 'all'] as const
export type LeaderboardPeriod = (typeof LEADERBOARD_PERIODS)[number]
/** The default period. */
export const LEADERBOARD_PERIOD: LeaderboardPeriod = 'month'
/** Number of people on a leaderboard. */
export const LEADERBOARD_SIZE = 50
