import type { EntityType, ReactionName } from './entities.ts'

/** What a reaction to somebody's post or comment is worth. */
export const REPUTATION_POINTS: Readonly<Record<EntityType, Readonly<Record<ReactionName, number>>>> = {
  Post: { 'thumb-up': 2, 'thumb-down': -1 },
  Comment: { 'thumb-up': 1, 'thumb-down': -1 },
}

/** Points that one person gives to or takes from another in a community on one day, so that no friend or foe decides alone. */
export const REPUTATION_FROM_ONE_MAX = 5
/** Points that somebody gains or loses in a community on one day, so that a single popular post is not everything. */
export const REPUTATION_A_DAY_MAX = 200

/** Which points of a reaction count, after those of the same day: from the same person, and altogether. */
export function grantedPoints(points: number, earlier: { fromGiver: number; today: number }): number {
  const direction = Math.sign(points)
  const room = Math.min(
    REPUTATION_FROM_ONE_MAX - direction * earlier.fromGiver,
    REPUTATION_A_DAY_MAX - direction * earlier.today,
  )
  // Never minus zero.
  return direction * Math.max(0, Math.min(Math.abs(points), room)) || 0
}

/** What the leaderboard counts: the day, week or month so far, by UTC, or everything. */
export const LEADERBOARD_PERIODS = ['day', 'week', 'month', 'all'] as const
export type LeaderboardPeriod = (typeof LEADERBOARD_PERIODS)[number]
/** The one that is shown first. */
export const LEADERBOARD_PERIOD: LeaderboardPeriod = 'month'
/** People on a leaderboard. */
export const LEADERBOARD_SIZE = 50
