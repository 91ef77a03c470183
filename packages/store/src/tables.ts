import type { StoredPost, Tables } from './state.ts'
import type { Stoa } from './stoa.ts'

/**
 * Puts rows into the tables. `since` is the turn (`stoa.changes.turn`) in which the rows were asked for: what has
 * changed meanwhile, or is changing, keeps its newer values.
 */
export function putRows(stoa: Stoa, rows: Partial<Tables>, since = stoa.changes.turn): void {
  const { changed, acted } = stoa.changes
  stoa.state.setState((state) => {
    const next: Partial<Tables> = {}
    for (const name of Object.keys(rows) as (keyof Tables)[]) {
      const table: Record<string, unknown> = { ...state[name] }
      for (const [id, row] of Object.entries(rows[name] ?? {})) {
        const known = table[id]
        const isOwn = typeof row !== 'object'
        const isOld = ((isOwn ? acted : changed).get(id) ?? 0) > since
        if (isOwn) table[id] = isOld ? known : row
        else if (isOld) table[id] = { ...row, ...(known as object) }
        else table[id] = name === 'posts' ? keepDetails(known as StoredPost | undefined, row as StoredPost) : row
        if (table[id] === undefined) delete table[id]
      }
      next[name] = table as never
    }
    return next
  })
}

/** A feed's summary must not drop the blocks, other answers not the comments that came with a feed, nor a public answer the results that the viewer's vote opened. */
function keepDetails(known: StoredPost | undefined, row: StoredPost): StoredPost {
  if (!known) return row
  const post = { ...row }
  if (known.previewComments && !post.previewComments) post.previewComments = known.previewComments
  if (known.postContent !== undefined && post.postContent === undefined && known.editedAt === post.editedAt) {
    post.postContent = known.postContent
    if (known.revision !== undefined) post.revision = known.revision
  }
  if (post.pollValues === null && known.pollValues) {
    post.pollValues = known.pollValues
    post.pollTotalVoters = known.pollTotalVoters
  }
  return post
}

/** A table's rows by id. */
export function byId<Row extends { id: string }>(rows: readonly Row[]): Record<string, Row> {
  return Object.fromEntries(rows.map((row) => [row.id, row]))
}
