import type { Database, Unit } from '../../db/database.ts'
import { userRepository } from './repository.ts'

export type FollowerCounts = ReturnType<typeof createFollowerCounts>

/** How many people follow somebody, as it stands with the main one of their accounts. */
export function createFollowerCounts(database: Database) {
  return {
    async of(userId: string): Promise<number> {
      return Number((await userRepository(database.read).byId(userId))?.followers ?? 0)
    },
    async add(unit: Unit, userIds: string[], change: number): Promise<void> {
      await userRepository(unit.connection).addFollowers(userIds, change)
    },
    async set(unit: Unit, userId: string, followers: number): Promise<void> {
      await userRepository(unit.connection).update(userId, { followers })
    },
  }
}
