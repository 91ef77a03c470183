import type { Database, Transaction } from '../../platform/database/database.ts'
import { userRepository } from './repository.ts'

export type FollowerCounts = ReturnType<typeof createFollowerCounts>

/** How many people follow somebody, as it stands with the main one of their accounts. */
export function createFollowerCounts(database: Database) {
  return {
    async of(userId: string, tx?: Transaction): Promise<number> {
      return Number((await userRepository(database.from(tx)).byId(userId))?.followers ?? 0)
    },
    async add(tx: Transaction, userIds: string[], change: number): Promise<void> {
      await userRepository(tx.connection).addFollowers(userIds, change)
    },
    async set(tx: Transaction, userId: string, followers: number): Promise<void> {
      await userRepository(tx.connection).update(userId, { followers })
    },
  }
}
