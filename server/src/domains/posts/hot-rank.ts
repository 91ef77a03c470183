const HOUR_MS = 60 * 60 * 1000
const SCALE = 1e9

/** What comments and reactions are worth together: thumb-up − thumb-down + 2 × comments. */
export function postScore(counts: { up: number; down: number; comments: number }): number {
  return counts.up - counts.down + 2 * counts.comments
}

/** Rank of the hot order × 10^9, an integer: log10(max(2, score + 2)) / (hours + 2)^1.8; zero for future times. */
export function hotRank({ score, createdAt, now }: { score: number; createdAt: number; now: number }): number {
  if (createdAt > now) return 0
  const hours = (now - createdAt) / HOUR_MS
  return Math.round((SCALE * Math.log10(Math.max(2, score + 2))) / (hours + 2) ** 1.8)
}
