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

export interface ExportRow {
  token_hash: string
  user_id: string
  created_at: number
  expires_at: number
  used_at: number
}

/** Any row: personal data is read as stored. */
export type AnyRow = Record<string, string | number | null>

/** Reads and removes rows of any table by the column that identifies a person. */
export function personalDataRepository(connection: Connection) {
  const deletions = () => connection<DeletionRow>('account_deletions')
  const exports = () => connection<ExportRow>('account_exports')
  const rowsOf = ({ table, column, through, only = {} }: PersonalData, userId: string) => {
    if (!through) return connection(table).where({ [column]: userId, ...only })
    const own = connection(through.table)
      .select('id')
      .where({ [through.column]: userId })
    return connection(table).whereIn(column, own)
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
    /** When a user requested exports, oldest first. */
    async exportsSince(userId: string, since: number): Promise<number[]> {
      const rows = await exports().where({ user_id: userId }).where('created_at', '>', since).orderBy('created_at')
      return rows.map((row) => Number(row.created_at))
    },
    async insertExport(row: ExportRow): Promise<void> {
      await exports().insert(row)
    },
    /** The owner of a link, for the one request that consumes it; null for all others. */
    async useExport(tokenHash: string, now: number): Promise<string | null> {
      const open = exports().where({ token_hash: tokenHash, used_at: 0 }).where('expires_at', '>', now)
      if ((await open.update({ used_at: now })) !== 1) return null
      return (await exports().where({ token_hash: tokenHash }).first())?.user_id ?? null
    },
    /** Revokes unused links. They still count against the limit. */
    async revokeExports(userId: string, now: number): Promise<void> {
      await exports().where({ user_id: userId, used_at: 0 }).update({ used_at: now })
    },
    async forgetExports(before: number): Promise<void> {
      await exports().where('expires_at', '<', before).del()
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
