import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sha256 } from '../../../platform/security/keys.ts'
import { identityRepository } from './repository.ts'

/** Words of others that are good once: what was used is remembered until it is no good anyway. */
export type UsedProofs = ReturnType<typeof createUsedProofs>

export function createUsedProofs({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  return {
    /** Uses a proof up; false when that has been done. Joins the transaction that it is called in. */
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
    /** Job: forgets what has expired. */
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) => identityRepository(connection).deleteExpired(clock.now()))
    },
  }
}
