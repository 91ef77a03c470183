import { plainAmount } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { Ledger, Posted } from './ledger.ts'

interface Dependencies extends Pick<AccountsDomain, 'operatorLog'> {
  ledger: Ledger
  /** All accounts of a person, by any of them. */
  ownersOf: AccountsDomain['accounts']['accountsOf']
}

/**
 * An amount in units for a community or one of its members. `key`: repeats with it are the same transfer. It must be
 * made before the transaction, which may be repeated after its commit if the answer got lost.
 */
interface Amount {
  communityId: string
  units: number
  key: string
}

/** What operators do with money, by command. All of it is in the operators' log. */
export function createMoneyOperator({ ledger, ownersOf, operatorLog }: Dependencies) {
  return {
    /** Gives a member credit, or balance from the community's cashier account. */
    async credit(tx: Transaction, about: Amount & { userId: string; isBalance: boolean }): Promise<Posted> {
      const { communityId, units, userId, isBalance, key } = about
      const from = { communityId, kind: isBalance ? 'cashier' : 'outside', ownerId: '' } as const
      const to = { communityId, kind: isBalance ? 'member' : 'credit', ownerId: userId } as const
      const posted = await ledger.post(tx, {
        ...{ reason: isBalance ? 'grant' : 'credit', actorId: '', reference: '', key, communityId },
        ...{ content: [userId, units], accounts: [from, to], amounts: () => [-units, units] },
      })
      if (!posted.isRepeat) await operatorLog.record(tx, { action: 'credited', userId, detail: posted.transferId })
      return posted
    },
    /** Takes balance that a member was paid outside the forum, or on a chain without a withdrawal that is known here. */
    async debit(tx: Transaction, { communityId, units, userId, key }: Amount & { userId: string }): Promise<Posted> {
      const ownIds = await ownersOf(userId, tx)
      const members = ownIds.map((ownerId) => ({ communityId, kind: 'member', ownerId }) as const)
      const posted = await ledger.post(tx, {
        ...{ reason: 'withdrawal', actorId: '', reference: '', key, communityId, content: [userId, units] },
        accounts: [...members, { communityId, kind: 'outside', ownerId: '' }],
        amounts(balances) {
          let left = units
          const given = ownIds.map((_, index) => {
            const part = Math.min(left, balances[index] ?? 0)
            left -= part
            return 0 - part
          })
          if (left > 0) throw tooLittle(left)
          return [...given, units]
        },
      })
      if (!posted.isRepeat) await operatorLog.record(tx, { action: 'debited', userId, detail: posted.transferId })
      return posted
    },
    /** Books money that the community has received outside the forum on its cashier account. */
    async fund(tx: Transaction, { communityId, units, key }: Amount): Promise<Posted> {
      const posted = await ledger.post(tx, {
        ...{ reason: 'funding', actorId: '', reference: '', key, communityId, content: [units] },
        accounts: (['outside', 'cashier'] as const).map((kind) => ({ communityId, kind, ownerId: '' })),
        amounts: () => [-units, units],
      })
      if (!posted.isRepeat)
        await operatorLog.act(tx, 'operator', { act: 'funded a community', detail: posted.transferId })
      return posted
    },
    /** Takes back a transfer, once. */
    async reverse(tx: Transaction, transferId: string): Promise<Posted> {
      const posted = await ledger.reverse(tx, transferId)
      if (!posted.isRepeat) await operatorLog.act(tx, 'operator', { act: 'reversed transfer', detail: transferId })
      return posted
    },
  }
}

const tooLittle = (missing: number) =>
  new DomainError('INSUFFICIENT_BALANCE', undefined, {
    message: `Insufficient balance: ${plainAmount(missing)} is missing.`,
  })
