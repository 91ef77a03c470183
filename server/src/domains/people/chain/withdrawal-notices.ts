import { type CallOutput, type CallParsedInput, type Me, plainAmount, type WITHDRAWAL_ACTIONS } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { NotificationTriggers } from '../accounts/index.ts'
import type { OwnerNotice } from '../auth/index.ts'
import type { Domain } from '../tenants/index.ts'
import type { Withdrawals } from './withdrawals.ts'
import type { WithdrawalRow } from './withdrawals-repository.ts'

interface Dependencies extends Pick<Platform, 'ids'> {
  triggers: NotificationTriggers
  ownerNotice: OwnerNotice
  communities: { idOf(tokenName: string, tx?: Transaction): Promise<string> }
}

/** Who withdraws, and where. */
interface Asker {
  sessionId: string
  domain: Domain
}

type Order = CallParsedInput<'withdraw'>
type Withdraw = Withdrawals['withdraw']
type Withdrawn = CallOutput<'withdraw'>

export type WithdrawalNotices = ReturnType<typeof createWithdrawalNotices>

/** Tells members of their withdrawals, so that nobody else empties a wallet unnoticed. */
export function createWithdrawalNotices({ ids, triggers, ownerNotice, communities }: Dependencies) {
  function tell(
    tx: Transaction,
    about: Pick<WithdrawalRow, 'user_id' | 'community_id'>,
    action: (typeof WITHDRAWAL_ACTIONS)[number],
  ): void {
    const { user_id: personId, community_id: communityId } = about
    const nowhere = { actorId: '', postId: '', commentId: '' }
    triggers.record(tx, { kind: 'decision', ...nowhere, activityId: ids.next(), action, communityId, personId })
  }

  return {
    /**
     * Makes withdrawals only after a recent proof of identity (REAUTHENTICATION_REQUIRED). The account is locked first, so
     * that of two at once, in whatever communities, one waits.
     */
    noticed:
      (withdraw: Withdraw) =>
      (viewer: Me, input: Order, about: Asker & Parameters<Withdraw>[2]): Promise<Withdrawn> => {
        const { tx, sessionId, domain } = about
        const { tokenName, amount, address } = input
        const values = { amount: `${plainAmount(Number(amount))} ${tokenName}`, address }
        const asker = { userId: viewer.id, sessionId, domain, tx, values }
        return ownerNotice('withdrawal', asker, async (within) => {
          const withdrawn = await withdraw(viewer, input, { ...about, tx: within })
          const community_id = await communities.idOf(tokenName, within)
          tell(within, { user_id: viewer.id, community_id }, 'withdrawalRequested')
          return withdrawn
        })
      },
    /** In the transaction that ends a withdrawal. */
    ended(tx: Transaction, row: WithdrawalRow, isPaid: boolean): void {
      tell(tx, row, isPaid ? 'withdrawalPaid' : 'withdrawalFailed')
    },
  }
}
