import type { Cut } from '../../../platform/database/keyset.ts'
import type { FeedPosition } from './repository.ts'

/** A row of a feed with its sort value. */
export interface FeedRow {
  id: string
  value: number
}

/** Rows read at a time and reads per page while most posts are left out. */
const AT_ONCE = 60
const READS_MAX = 6

/**
 * A section of a feed without posts that the viewer has muted, filled up by reading on. If nearly everything is muted,
 * it may end early; the next page goes on from there.
 */
export async function unmutedRows(about: {
  read(position: FeedPosition | null, limit: number): Promise<FeedRow[]>
  /** Which of the posts the viewer has muted. */
  mutedAmong(ids: string[]): Promise<ReadonlySet<string>>
  position: FeedPosition | null
  limit: number
}): Promise<Cut<FeedRow> & { last: FeedRow | undefined }> {
  const { read, mutedAmong, limit } = about
  const kept: FeedRow[] = []
  let { position } = about
  for (let count = 1; ; count += 1) {
    const size = count === 1 ? limit + 1 : AT_ONCE
    const rows = await read(position, size)
    const muted = await mutedAmong(rows.map(({ id }) => id))
    kept.push(...rows.filter(({ id }) => !muted.has(id)))
    const last = rows.at(-1)
    if (kept.length > limit) return { rows: kept.slice(0, limit), hasMore: true, last: kept[limit - 1] }
    if (!last || rows.length < size) return { rows: kept, hasMore: false, last: undefined }
    if (count === READS_MAX) return { rows: kept, hasMore: true, last }
    position = [last.value, last.id]
  }
}
