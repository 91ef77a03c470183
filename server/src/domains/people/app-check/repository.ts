import type { Connection, Database } from '../../../platform/database/database.ts'

interface UsedChallengeRow {
  challenge_hash: string
  /** Expiry of the token that the challenge was exchanged for. */
  expires_at: number
  /** Hashes of the token's writes, each followed by a space. */
  writes: string
}

/** Queries for challenges exchanged for tokens. */
export function challengeRepository(connection: Connection) {
  const used = () => connection<UsedChallengeRow>('used_challenges')
  return {
    /** Throws a unique violation if the challenge has been used. */
    async insert(row: UsedChallengeRow): Promise<void> {
      await used().insert(row)
    },
    /** A token's writes, locked until the transaction ends; undefined if there is no such token. */
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
