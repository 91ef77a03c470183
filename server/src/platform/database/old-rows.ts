import { firstIdAt } from '../ids.ts'
import type { Connection, Transaction } from './database.ts'

/** Which old data a transaction deletes: some of what was made before a time. */
export interface OldBatch {
  before: number
  /** Where the batch before ended; empty: the first. */
  after: string
  limit: number
}

/** What a transaction deleted, and where the next one goes on; null: nothing old is left. */
export interface DeletedBatch {
  removed: number
  after: string | null
}

/** Data that is deleted some time after it was made. */
export interface OldData {
  forget(tx: Transaction, batch: OldBatch): Promise<DeletedBatch>
  count(): Promise<number>
}

/** The result of a batch of rows that are gone afterwards, so that the next one begins at the start again. */
export const deletedBatch = (removed: number, { limit }: OldBatch): DeletedBatch => ({
  removed,
  after: removed < limit ? null : '',
})

export async function countRows(connection: Connection, table: string): Promise<number> {
  const [row] = await connection(table).count<{ count: number | string }[]>({ count: '*' })
  return Number(row?.count ?? 0)
}

/** Some rows made before a time, oldest first: their ids by what they belong to, and where the next batch goes on. */
export async function oldIdsBy(
  connection: Connection,
  { table, owner }: { table: string; owner: string },
  { before, after, limit }: OldBatch,
): Promise<{ idsOf: Map<string, string[]>; after: string | null }> {
  const query = connection(table).where('id', '<', firstIdAt(before)).where('id', '>', after)
  const rows: { id: string; owner: string }[] = await query.orderBy('id').limit(limit).select('id', { owner })
  const idsOf = new Map<string, string[]>()
  for (const row of rows) idsOf.set(row.owner, [...(idsOf.get(row.owner) ?? []), row.id])
  return { idsOf, after: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

/** Some rows of a table whose ids say that they were made before a time, oldest first. */
export async function oldIds(connection: Connection, table: string, { before, limit }: OldBatch): Promise<string[]> {
  return connection(table).where('id', '<', firstIdAt(before)).orderBy('id').limit(limit).pluck('id')
}
