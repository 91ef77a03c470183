import type { Connection } from '../../db/database.ts'

/** Queries of the challenges that have been exchanged for a token. */
export function challengeRepository(connection: Connection) {
  const used = () => connection<{ challenge_hash: string; expires_at: number }>('used_challenges')
  return {
    /** Fails with a unique violation when the challenge was used before. */
    async insert(row: { challenge_hash: string; expires_at: number }): Promise<void> {
      await used().insert(row)
    },
    async deleteExpired(now: number): Promise<void> {
      await used().where('expires_at', '<', now).del()
    },
  }
}
