import type { Feed, FeedRange } from './feeds.ts'

/** Ranges merged by one statement, below SQLite's limit of 500. */
export const RANGES_AT_ONCE = 100

/** Merges many ranges, some per statement. A post may be in several of them. */
export async function mergeInParts(
  { ranges, descending }: Feed,
  { merged, limit }: { merged: (ranges: FeedRange[]) => Promise<{ id: string; value: number }[]>; limit: number },
) {
  const byId = new Map<string, { id: string; value: number }>()
  for (let start = 0; start < ranges.length; start += RANGES_AT_ONCE) {
    for (const row of await merged(ranges.slice(start, start + RANGES_AT_ONCE))) byId.set(row.id, row)
  }
  const sign = descending ? -1 : 1
  return [...byId.values()]
    .toSorted((one, other) => sign * (one.value - other.value || (one.id < other.id ? -1 : 1)))
    .slice(0, limit)
}
