import type { Connection } from '../database/database.ts'
import type { Dialect } from '../database/dialect.ts'

export interface EventCountRow {
  key_hash: string
  subject_hash: string
  events: number
  /** When the window ends. */
  expires_at: number
}

/** Hashes that find a count: its own, and its subject's. */
export interface CountHashes {
  keyHash: string
  /** Empty: no subject. */
  subjectHash: string
}

/** Queries of events that are counted by key. */
export function eventCountRepository(connection: Connection, dialect: Dialect) {
  const counts = () => connection<EventCountRow>('event_counts')
  return {
    /** The key's row, created if needed, locked until the transaction ends. */
    async lock({ keyHash, subjectHash }: CountHashes): Promise<EventCountRow> {
      const row = { key_hash: keyHash, subject_hash: subjectHash, events: 0, expires_at: 0 }
      // Not `ignore`: MySQL would only share the lock of a row that is there, and all who wait for it would deadlock.
      await counts().insert(row).onConflict('key_hash').merge(['key_hash'])
      return (await dialect.forUpdate(counts().where({ key_hash: keyHash }).first())) as unknown as EventCountRow
    },
    async byKeys(keyHashes: string[]): Promise<EventCountRow[]> {
      return counts().whereIn('key_hash', keyHashes)
    },
    async update({ key_hash, ...change }: Omit<EventCountRow, 'subject_hash'>): Promise<void> {
      await counts().where({ key_hash }).update(change)
    },
    async delete(keyHash: string): Promise<void> {
      await counts().where({ key_hash: keyHash }).del()
    },
    /** Returns how many were deleted. */
    async deleteSubjects(subjectHashes: string[]): Promise<number> {
      return counts().whereIn('subject_hash', subjectHashes).del()
    },
    async deleteExpired(now: number): Promise<void> {
      await counts().where('expires_at', '<', now).del()
    },
  }
}
