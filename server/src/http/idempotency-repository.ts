import type { Connection } from '../db/database.ts'

export interface IdempotencyRow {
  key_hash: string
  body_hash: string
  answer: string
  created_at: number
}

/** Queries of the answers kept for repeated requests. */
export function idempotencyRepository(connection: Connection) {
  const keys = () => connection<IdempotencyRow>('idempotency_keys')
  return {
    async byKey(keyHash: string): Promise<IdempotencyRow | undefined> {
      return keys().where({ key_hash: keyHash }).first()
    },
    async deleteBefore(time: number): Promise<number> {
      return keys().where('created_at', '<', time).del()
    },
  }
}
