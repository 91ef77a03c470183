import type { AccountChange, Me } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { countRows, deletedBatch, type OldData, oldIds } from '../../../platform/database/old-rows.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { NotificationTriggers } from './notification-triggers.ts'
import { type OperatorActionRow, operatorActionRepository } from './repository.ts'

export type OperatorAction =
  | 'second factor reset'
  | 'address set'
  | 'deleted'
  | 'renamed'
  | 'merged'
  | 'credited'
  | 'debited'

/** What admins do to the installation; their `detail` says to which domain or job, which role they viewed as, or how long
 * what is kept. */
const ADMIN_ACTS = [
  'viewed as',
  'created domain',
  'saved domain',
  'published domain',
  'deleted domain',
  'turned on money of',
  'turned off money of',
  'changed money of',
  'added host of',
  'proved host of',
  'removed host of',
  'changed main host of',
  'saved menu of',
  'published page of',
  'unpublished page of',
  'deleted page of',
  'saved ad of',
  'deleted ad of',
  'changed webhooks of',
  'retried job',
  'keeps',
  'funded a community',
  'reversed transfer',
  'refunded purchase',
  'accepted a shortfall of',
  'accepted contract of',
  'set smallest withdrawal of',
  'accepted transactions of wallet',
  'began sweep',
  'sent again',
  'raised fee of',
  'ended as paid withdrawal',
  'ended as unpaid withdrawal',
  'ended as paid sweep',
  'ended as unpaid sweep',
] as const
export type AdminAct = (typeof ADMIN_ACTS)[number]
const isAdminAct = (action: string): boolean => ADMIN_ACTS.some((one) => one === action)

/** What the owner is notified of. After a deletion there is none. */
const NOTIFIED: Readonly<Record<OperatorAction, AccountChange | null>> = {
  'second factor reset': 'secondFactorReset',
  'address set': 'addressSet',
  renamed: 'renamed',
  merged: 'merged',
  deleted: null,
  credited: null,
  debited: null,
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  triggers: NotificationTriggers
}

export type OperatorLog = ReturnType<typeof createOperatorLog>

/** Changes that operators made to accounts with commands, without names and addresses, and acts of admins. */
export function createOperatorLog({ database, clock, ids, triggers }: Dependencies) {
  return {
    /** Notifies the owner, too. `detail`: of a merge the main account's id, of a deletion what happens to posts and comments, of a credit or debit the transfer. */
    async record(tx: Transaction, about: { action: OperatorAction; userId: string; detail?: string }): Promise<void> {
      const { action, userId, detail = '' } = about
      const row = { id: ids.next(), user_id: userId, action, detail, created_at: clock.now() }
      await operatorActionRepository(tx.connection).insert(row)
      const change = NOTIFIED[action]
      if (change) triggers.record(tx, { kind: 'account', changeId: row.id, change, userId })
    },
    /** Logs an act of an admin, or of an operator with a command. */
    async act(
      tx: Transaction,
      by: Pick<Me, 'id'> | 'operator',
      about: { act: AdminAct; detail: string },
    ): Promise<void> {
      const { act: action, detail } = about
      const user_id = by === 'operator' ? '' : by.id
      await operatorActionRepository(tx.connection).insert({
        id: ids.next(),
        user_id,
        action,
        detail,
        created_at: clock.now(),
      })
    },
    /** What is old. */
    old: {
      async forget(tx, batch) {
        const ids = await oldIds(tx.connection, 'operator_actions', batch)
        return deletedBatch(await operatorActionRepository(tx.connection).delete(ids), batch)
      },
      count: () => countRows(database.slowRead, 'operator_actions'),
    } satisfies OldData,
    /** The latest changes, newest first; `before`: ids less than this. Of an act of an admin, `userId` is the admin. */
    async list(limit: number, before?: string) {
      const rows: OperatorActionRow[] = await operatorActionRepository(database.read).latest(limit, before)
      return rows.map(({ id, user_id, action, detail, created_at }) => {
        return { id, userId: user_id, action, detail, isAdminAct: isAdminAct(action), createdAt: Number(created_at) }
      })
    },
  }
}
