import type { Connection } from './database.ts'

interface SealedRow {
  /** Columns of the primary key. */
  key: Record<string, string>
  sealed: string
}

/** The mark of the server's secret, and columns of any table that are encrypted with it. */
export function secretMarkRepository(connection: Connection) {
  return {
    async find(): Promise<string | undefined> {
      return (await connection('secret_mark').first())?.mark
    },
    async replace(mark: string): Promise<void> {
      await connection('secret_mark').del()
      await connection('secret_mark').insert({ mark })
    },
    async sealedRows(table: string, key: readonly string[]): Promise<SealedRow[]> {
      const rows = await connection(table)
        .select(...key, 'sealed')
        .whereNot({ sealed: '' })
      return rows.map(({ sealed, ...columns }) => ({ key: columns, sealed }))
    },
    async setSealed(table: string, key: Record<string, string>, sealed: string): Promise<void> {
      await connection(table).where(key).update({ sealed })
    },
    async remove(table: string, key: Record<string, string>): Promise<void> {
      await connection(table).where(key).del()
    },
  }
}
