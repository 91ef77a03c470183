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

/** Some rows of a table whose ids say that they were made before a time, oldest first. */
export async function oldIds(connection: Connection, table: string, { before, limit }: OldBatch): Promise<string[]> {
  return connection(table).where('id', '<', firstIdAt(before)).orderBy('id').limit(limit).pluck('id')
}
