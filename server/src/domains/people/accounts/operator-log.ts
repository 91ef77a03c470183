import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type OperatorActionRow, operatorActionRepository } from './repository.ts'

export type OperatorAction = 'second factor reset' | 'address set' | 'deleted' | 'renamed' | 'merged'

/** Changes that operators made to accounts with commands, without names and addresses. */
export function createOperatorLog({ database, clock, ids }: Pick<Platform, 'database' | 'clock' | 'ids'>) {
  return {
    /** `detail`: of a merge the main account's id, of a deletion what happens to posts and comments. */
    async record(tx: Transaction, about: { action: OperatorAction; userId: string; detail?: string }): Promise<void> {
      const { action, userId, detail = '' } = about
      const row = { id: ids.next(), user_id: userId, action, detail, created_at: clock.now() }
      await operatorActionRepository(tx.connection).insert(row)
    },
    /** The latest changes, newest first. */
    async list(limit: number) {
      const rows: OperatorActionRow[] = await operatorActionRepository(database.read).latest(limit)
      return rows.map(({ user_id, action, detail, created_at }) => {
        return { userId: user_id, action, detail, createdAt: Number(created_at) }
      })
    },
  }
}
