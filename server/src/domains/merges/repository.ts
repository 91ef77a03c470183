import type { Connection } from '../../db/database.ts'

export interface MergeRow {
  user_id: string
  main_id: string
  merged_at: number
  /** JSON of `MergeNotes`. */
  notes: string
}

export function mergeRepository(connection: Connection) {
  const merges = () => connection<MergeRow>('account_merges')
  return {
    async of(userId: string): Promise<MergeRow | undefined> {
      return merges().where({ user_id: userId }).first()
    },
    async into(mainId: string): Promise<Pick<MergeRow, 'user_id' | 'merged_at'>[]> {
      return merges().where({ main_id: mainId }).select('user_id', 'merged_at').orderBy('merged_at')
    },
    async insert(row: MergeRow): Promise<void> {
      await merges().insert(row)
    },
    async delete(userId: string): Promise<void> {
      await merges().where({ user_id: userId }).del()
    },
  }
}
