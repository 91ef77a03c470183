import type { AccountChange } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { NotificationTriggers } from './notification-triggers.ts'
import { type OperatorActionRow, operatorActionRepository } from './repository.ts'

export type OperatorAction = 'second factor reset' | 'address set' | 'deleted' | 'renamed' | 'merged' | 'viewed as'

/** What the owner is notified of. After a deletion there is none; of what an admin looks at, it is the admin. */
const NOTIFIED: Readonly<Record<OperatorAction, AccountChange | null>> = {
  'second factor reset': 'secondFactorReset',
  'address set': 'addressSet',
  renamed: 'renamed',
  merged: 'merged',
  deleted: null,
  'viewed as': null,
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  triggers: NotificationTriggers
}

/** Changes that operators made to accounts with commands, without names and addresses. */
export function createOperatorLog({ database, clock, ids, triggers }: Dependencies) {
  return {
    /** Notifies the owner, too. `detail`: of a merge the main account's id, of a deletion what happens to posts and comments, of viewing the role. */
    async record(tx: Transaction, about: { action: OperatorAction; userId: string; detail?: string }): Promise<void> {
      const { action, userId, detail = '' } = about
      const row = { id: ids.next(), user_id: userId, action, detail, created_at: clock.now() }
      await operatorActionRepository(tx.connection).insert(row)
      const change = NOTIFIED[action]
      if (change) triggers.record(tx, { kind: 'account', changeId: row.id, change, userId })
    },
    /** The latest changes, newest first; `before`: ids less than this. */
    async list(limit: number, before?: string) {
      const rows: OperatorActionRow[] = await operatorActionRepository(database.read).latest(limit, before)
      return rows.map(({ id, user_id, action, detail, created_at }) => {
        return { id, userId: user_id, action, detail, createdAt: Number(created_at) }
      })
    },
  }
}
