import type { Connection } from '../db/database.ts'
import type { PersonalColumn } from './tables.ts'

export interface DeletionRow {
  user_id: string
  content: 'keep' | 'remove'
  sealed: string
  counts: string
  requested_at: number
  finished_at: number
}

/** Any row: personal data is read as it is stored. */
export type AnyRow = Record<string, string | number | null>

/** Reads and removes rows of all tables by the column that names a person. */
export function personalDataRepository(connection: Connection) {
  const deletions = () => connection<DeletionRow>('account_deletions')
  const rowsOf = ({ table, column }: PersonalColumn, userId: string) => connection(table).where({ [column]: userId })
  return {
    /** A person's rows after a place, in order of what tells them apart. */
    async page(
      place: PersonalColumn,
      { userId, after, limit }: { userId: string; after: string; limit: number },
    ): Promise<AnyRow[]> {
      const { by = 'id' } = place
      return rowsOf(place, userId).where(by, '>', after).orderBy(by).limit(limit)
    },
    async count(place: PersonalColumn, userId: string): Promise<number> {
      const [counted] = await rowsOf(place, userId).count({ count: '*' })
      return Number(counted?.count ?? 0)
    },
    async countUnseenPosts(userId: string, statuses: number[]): Promise<number> {
      const [counted] = await connection('posts')
        .where({ publisher_id: userId })
        .whereIn('status', statuses)
        .count({ count: '*' })
      return Number(counted?.count ?? 0)
    },
    async remove(place: PersonalColumn, userId: string): Promise<number> {
      return rowsOf(place, userId).del()
    },
    async empty(place: PersonalColumn, { userId, columns }: { userId: string; columns: readonly string[] }) {
      return rowsOf(place, userId).update(Object.fromEntries(columns.map((name) => [name, ''])))
    },
    async insertDeletion(row: DeletionRow): Promise<void> {
      await deletions().insert(row)
    },
    async openDeletions(limit: number): Promise<DeletionRow[]> {
      return deletions().where({ finished_at: 0 }).orderBy('requested_at').limit(limit)
    },
    /** True for the one process that finishes it; the address is forgotten. */
    async finish(userId: string, now: number): Promise<boolean> {
      const change = { finished_at: now, sealed: '' }
      return (await deletions().where({ user_id: userId, finished_at: 0 }).update(change)) === 1
    },
  }
}
