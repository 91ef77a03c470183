import type { Connection, Database } from '../../platform/database/database.ts'

interface UsedChallengeRow {
  challenge_hash: string
  /** When the token ends that it was exchanged for. */
  expires_at: number
  /** Hashes of what the token was used for, each with a space behind it. */
  writes: string
}

/** Queries of the challenges that have been exchanged for a token. */
export function challengeRepository(connection: Connection) {
  const used = () => connection<UsedChallengeRow>('used_challenges')
  return {
    /** Fails with a unique violation when the challenge was used before. */
    async insert(row: UsedChallengeRow): Promise<void> {
      await used().insert(row)
    },
    /** What a token was used for, locked until the transaction ends; undefined: there is none. */
    async lockWrites(challengeHash: string, { forUpdate }: Database['dialect']): Promise<string | undefined> {
      const [row] = await forUpdate(used().select('writes').where({ challenge_hash: challengeHash }))
      return row?.writes
    },
    async setWrites(challengeHash: string, writes: string): Promise<void> {
      await used().where({ challenge_hash: challengeHash }).update({ writes })
    },
    async deleteExpired(now: number): Promise<void> {
      await used().where('expires_at', '<', now).del()
    },
  }
}
