import type { Connection } from '../../../platform/database/database.ts'
import type { PersonalData } from './personal-columns.ts'

export interface DeletionRow {
  user_id: string
  content: 'keep' | 'remove'
  sealed: string
  counts: string
  requested_at: number
  finished_at: number
}

/** Any row: personal data is read as stored. */
export type AnyRow = Record<string, string | number | null>

/** Reads and removes rows of any table by the column that identifies a person. */
export function personalDataRepository(connection: Connection) {
  const deletions = () => connection<DeletionRow>('account_deletions')
  const rowsOf = ({ table, column, through, only = {} }: PersonalData, userId: string) => {
    if (!through) return connection(table).where({ [column]: userId, ...only })
    const ownIds = connection(through.table)
      .select('id')
      .where({ [through.column]: userId })
    return connection(table).whereIn(column, ownIds)
  }
  return {
    /** A person's rows after a position, in key order. */
    async page(
      data: PersonalData,
      { userId, after, limit }: { userId: string; after: string; limit: number },
    ): Promise<AnyRow[]> {
      const { by = 'id' } = data
      return rowsOf(data, userId).where(by, '>', after).orderBy(by).limit(limit)
    },
    async count(data: PersonalData, userId: string): Promise<number> {
      const [counted] = await rowsOf(data, userId).count({ count: '*' })
      return Number(counted?.count ?? 0)
    },
    async remove(data: PersonalData, userId: string): Promise<number> {
      return rowsOf(data, userId).del()
    },
    async empty(data: PersonalData, { userId, columns }: { userId: string; columns: readonly string[] }) {
      return rowsOf(data, userId).update(Object.fromEntries(columns.map((name) => [name, ''])))
    },
    async insertDeletion(row: DeletionRow): Promise<void> {
      await deletions().insert(row)
    },
    async openDeletion(userId: string): Promise<DeletionRow | undefined> {
      return deletions().where({ user_id: userId, finished_at: 0 }).first()
    },
    /** True for the one process that finishes the deletion. Deletes the address. */
    async finish(userId: string, now: number): Promise<boolean> {
      const change = { finished_at: now, sealed: '' }
      return (await deletions().where({ user_id: userId, finished_at: 0 }).update(change)) === 1
    },
  }
}
