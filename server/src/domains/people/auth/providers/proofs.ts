import type { Transaction } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import { identityRepository } from './repository.ts'

/** Remembers used single-use proofs from elsewhere until they expire. */
export type UsedProofs = ReturnType<typeof createUsedProofs>

export function createUsedProofs({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  return {
    /** Consumes a proof. Returns false if it was used before. Joins the caller's transaction. */
    async use(proof: string, expiresAt: number, tx?: Transaction): Promise<boolean> {
      try {
        await database.transaction(
          ({ connection }) => identityRepository(connection).useUp(sha256(proof), expiresAt),
          tx,
        )
        return true
      } catch (error) {
        if (database.dialect.isUniqueViolation(error)) return false
        throw error
      }
    },
    /** Job: deletes expired rows. */
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) => identityRepository(connection).deleteExpired(clock.now()))
    },
  }
}
