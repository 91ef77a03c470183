import type { Connection } from '../database/database.ts'
import type { Dialect } from '../database/dialect.ts'

export interface EventCountRow {
  key_hash: string
  events: number
  /** When the window is over. */
  expires_at: number
}

/** Queries of events that are counted by key. */
export function eventCountRepository(connection: Connection, dialect: Dialect) {
  const counts = () => connection<EventCountRow>('event_counts')
  return {
    /** The row of the key, made if need be, locked until the transaction ends. */
    async lock(keyHash: string): Promise<EventCountRow> {
      await counts().insert({ key_hash: keyHash, events: 0, expires_at: 0 }).onConflict('key_hash').ignore()
      return (await dialect.forUpdate(counts().where({ key_hash: keyHash }).first())) as unknown as EventCountRow
    },
    async byKeys(keyHashes: string[]): Promise<EventCountRow[]> {
      return counts().whereIn('key_hash', keyHashes)
    },
    async update({ key_hash, ...change }: EventCountRow): Promise<void> {
      await counts().where({ key_hash }).update(change)
    },
    async delete(keyHash: string): Promise<void> {
      await counts().where({ key_hash: keyHash }).del()
    },
    async deleteExpired(now: number): Promise<void> {
      await counts().where('expires_at', '<', now).del()
    },
  }
}
