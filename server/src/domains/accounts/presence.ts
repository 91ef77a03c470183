import type { Database, Transaction } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { userRepository } from './repository.ts'

/** Holds somebody's account until the transaction ends; throws AUTH_REQUIRED when it is gone, or another's by now. */
export type AssertThere = (tx: Transaction, userId: string) => Promise<void>

/**
 * For writes in somebody's name: another process may know of them for a moment after they have left, and what it writes
 * then must not stay.
 */
export function createPresence({ dialect }: Database): AssertThere {
  return async (tx, userId) => {
    const row = await userRepository(tx.connection).locked(userId, dialect)
    if (!row || row.deleted_at > 0 || row.forward_to !== '') throw new DomainError('AUTH_REQUIRED')
  }
}
