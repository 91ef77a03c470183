import type { Connection } from '../../../platform/database/database.ts'

export interface PublisherKeyRow {
  origin: string
  /** `secret` or `jwks`. */
  kind: string
  /** The secret, or the address of the keys, encrypted. */
  sealed: string
  created_at: number
}

/** Queries of the keys by which a publisher's word is known. */
export function publisherRepository(connection: Connection) {
  const keys = () => connection<PublisherKeyRow>('publisher_keys')
  return {
    async byOrigin(origin: string): Promise<PublisherKeyRow | undefined> {
      return keys().where({ origin }).first()
    },
    async insert(row: PublisherKeyRow): Promise<void> {
      await keys().insert(row)
    },
    /** Number of rows: one or none. */
    async delete(origin: string): Promise<number> {
      return keys().where({ origin }).del()
    },
  }
}
