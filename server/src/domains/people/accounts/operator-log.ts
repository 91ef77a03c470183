import type { AccountChange, Me, NetworkAct } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { countRows, deletedBatch, type OldData, oldIds } from '../../../platform/database/old-rows.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { NotificationTriggers } from './notification-triggers.ts'
import { type OperatorActionRow, operatorActionRepository } from './repository.ts'

type Code = NonNullable<NetworkAct['act']>

/** What operators do to accounts. Stored, and what the API names it. */
const OPERATOR_ACTIONS = {
  'second factor reset': 'secondFactorReset',
  'address set': 'addressSet',
  deleted: 'deleted',
  renamed: 'renamed',
  merged: 'merged',
  credited: 'credited',
  debited: 'debited',
} as const satisfies Record<string, Code>
export type OperatorAction = keyof typeof OPERATOR_ACTIONS

/**
 * What admins do to the installation; their `detail` says to which domain or job, which role they viewed as, or how long
 * what is kept.
 */
const ADMIN_ACTS = {
  'viewed as': 'viewedAs',
  'created domain': 'createdDomain',
  'saved domain': 'savedDomain',
  'published domain': 'publishedDomain',
  'deleted domain': 'deletedDomain',
  'turned on money of': 'turnedOnMoney',
  'turned off money of': 'turnedOffMoney',
  'changed money of': 'changedMoney',
  'added host of': 'addedHost',
  'proved host of': 'provedHost',
  'removed host of': 'removedHost',
  'changed main host of': 'changedMainHost',
  'saved menu of': 'savedMenu',
  'published page of': 'publishedPage',
  'unpublished page of': 'unpublishedPage',
  'deleted page of': 'deletedPage',
  'saved ad of': 'savedAd',
  'deleted ad of': 'deletedAd',
  'changed webhooks of': 'changedWebhooks',
  'retried job': 'retriedJob',
  keeps: 'keeps',
  'funded a community': 'fundedCommunity',
  'reversed transfer': 'reversedTransfer',
  'refunded purchase': 'refundedPurchase',
  'accepted a shortfall of': 'acceptedShortfall',
  'accepted contract of': 'acceptedContract',
  'set smallest withdrawal of': 'setSmallestWithdrawal',
  'accepted transactions of wallet': 'acceptedTransactions',
  'began sweep': 'beganSweep',
  'sent again': 'sentAgain',
  'raised fee of': 'raisedFee',
  'ended as paid withdrawal': 'endedPaidWithdrawal',
  'ended as unpaid withdrawal': 'endedUnpaidWithdrawal',
  'ended as paid sweep': 'endedPaidSweep',
  'ended as unpaid sweep': 'endedUnpaidSweep',
} as const satisfies Record<string, Code>
export type AdminAct = keyof typeof ADMIN_ACTS
const isAdminAct = (action: string): boolean => Object.hasOwn(ADMIN_ACTS, action)

/** An entry's code and values, for pages in any language. `keeps` has a kind of data and its period. */
export function actOf({
  action,
  detail,
}: {
  action: string
  detail: string
}): Pick<NetworkAct, 'act' | 'about' | 'days'> {
  const act = new Map<string, Code>(Object.entries({ ...OPERATOR_ACTIONS, ...ADMIN_ACTS })).get(action) ?? null
  if (act === 'keeps') {
    const [kind = '', period = ''] = detail.split(' ')
    return { act, about: kind, days: period === 'forever' ? 0 : Number(period) }
  }
  return { act, about: isAdminAct(action) ? detail : '', days: null }
}

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
