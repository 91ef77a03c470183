import type { Connection } from '../../../platform/database/database.ts'
import type { Dialect } from '../../../platform/database/dialect.ts'

export interface FailureRow {
  key_hash: string
  failures: number
  locked_until: number
  updated_at: number
}

/** Queries of failed sign-ins. */
export function lockoutRepository(connection: Connection, dialect: Dialect) {
  const failures = () => connection<FailureRow>('sign_in_failures')
  return {
    /** The row of the key, made if need be, locked until the transaction ends. */
    async lock(keyHash: string, now: number): Promise<FailureRow> {
      const empty = { key_hash: keyHash, failures: 0, locked_until: 0, updated_at: now }
      await failures().insert(empty).onConflict('key_hash').ignore()
      return (await dialect.forUpdate(failures().where({ key_hash: keyHash }).first())) as unknown as FailureRow
    },
    async byKeys(keyHashes: string[]): Promise<FailureRow[]> {
      return failures().whereIn('key_hash', keyHashes)
    },
    async update({ key_hash, ...change }: FailureRow): Promise<void> {
      await failures().where({ key_hash }).update(change)
    },
    async delete(keyHash: string): Promise<void> {
      await failures().where({ key_hash: keyHash }).del()
    },
    async deleteBefore(time: number): Promise<void> {
      await failures().where('updated_at', '<', time).del()
    },
  }
}
