import type { Finding } from '@stoa/contract'

/** The sum of all points or the external scorer's score, whichever is higher; at most 100. */
export function scoreOf(findings: readonly Finding[]): number {
  const ownScore = findings.reduce((sum, { check, points }) => (check === 'scorer' ? sum : sum + points), 0)
  const scorerScores = findings.filter(({ check }) => check === 'scorer').map(({ points }) => points)
  return Math.min(100, Math.max(ownScore, ...scorerScores, 0))
}

/** Holds a text for approval if its score reaches the threshold. */
export function scoreFinding(score: number, holdFrom: number | null): Finding[] {
  return holdFrom !== null && score >= holdFrom ? [{ check: 'score', held: true, points: 0, text: String(score) }] : []
}
