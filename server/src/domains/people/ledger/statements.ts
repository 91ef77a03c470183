import type { Transaction } from '../../../platform/database/database.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ledgerRepository, type TransferReason } from './repository.ts'
import { backKeyOf, keyHashOf } from './transfer-keys.ts'

/** A change of one of a person's accounts. */
export interface AccountMovement {
  transferId: string
  accountId: string
  at: number
  kind: 'balance' | 'credit'
  amount: number
  reason: TransferReason
  /** What it was about; empty: nothing else. */
  reference: string
  /** The member on the other side; empty: the community or domain. */
  otherId: string
}

export type LedgerStatements = ReturnType<typeof createLedgerStatements>

/** What members' accounts have, and what changed them. A person may have several accounts, which are one wallet. */
export function createLedgerStatements({ database }: Pick<Platform, 'database'>) {
  return {
    /** Sums of a person's accounts by community id. */
    async balancesOf(userIds: readonly string[], tx?: Transaction) {
      const rows = await ledgerRepository(database.from(tx)).ownedBy(userIds)
      const sums = new Map<string, { balance: number; credit: number }>()
      for (const { community_id, kind, balance } of rows) {
        const sum = sums.get(community_id) ?? { balance: 0, credit: 0 }
        sum[kind === 'credit' ? 'credit' : 'balance'] += Number(balance)
        sums.set(community_id, sum)
      }
      return sums
    },
    async cashierBalance(communityId: string, tx?: Transaction): Promise<number> {
      const [row] = await ledgerRepository(database.from(tx)).cashierBalances([communityId])
      return Number(row?.balance ?? 0)
    },
    /**
     * What a person has spent in a token since then, without what was put aside since then and returned, or taken back
     * by an operator. Locks the person's accounts until the transaction ends.
     */
    async spentSince(
      tx: Transaction,
      userIds: readonly string[],
      { communityId, since }: { communityId: string; since: number },
    ): Promise<number> {
      const ledger = ledgerRepository(tx.connection)
      const own = await ledger.ownedBy(userIds, [communityId])
      const accounts = await ledger.lock(
        own.map(({ id }) => id),
        database.dialect,
      )
      const accountIds = accounts.map(({ id }) => id)
      const spent = await ledger.spent(accountIds, since)
      if (spent.length === 0) return 0
      const isHeld = ({ reason }: (typeof spent)[number]) => reason === 'cashOut' || reason === 'held'
      const keyHashes = spent
        .filter(isHeld)
        .map(({ id, reason }) => keyHashOf({ actorId: '', key: backKeyOf(id, reason) }))
      const reversedIds = spent.filter((one) => !isHeld(one)).map(({ id }) => id)
      const returned = await ledger.gotBack(accountIds, { keyHashes, reversedIds })
      return spent.reduce((sum, { units }) => sum + units, 0 - returned)
    },
    /** A person's movements in a token, newest first. */
    async movements(
      userIds: readonly string[],
      about: {
        communityId: string
        reasons?: readonly TransferReason[] | undefined
        position: [string, string] | null
        from?: number
        until?: number
        limit: number
      },
    ): Promise<AccountMovement[]> {
      const ledger = ledgerRepository(database.read)
      const accounts = await ledger.ownedBy(userIds, [about.communityId])
      if (accounts.length === 0) return []
      const rows = await ledger.movements(
        accounts.map(({ id }) => id),
        about,
      )
      const sides = await ledger.counterparts([...new Set(rows.map(({ id }) => id))])
      const sidesOf = groupBy(sides, (side) => side.transfer_id)
      return rows.map((row) => {
        const amount = Number(row.amount)
        const opposite = (sidesOf.get(row.id) ?? []).filter((side) => Number(side.amount) > 0 !== amount > 0)
        return {
          ...{ transferId: row.id, accountId: row.account_id, at: Number(row.created_at), amount },
          ...{ reason: row.reason, reference: row.reference, otherId: otherOf(row, { opposite, userIds }) },
          kind: row.kind === 'credit' ? 'credit' : 'balance',
        }
      })
    },
  }
}

/**
 * The member on the other side of a movement. Several accounts of a person may have paid, which may be people of their
 * own again: the payer is who did it. Both sides are one's own if the accounts were merged later.
 */
function otherOf(
  { amount, actor_id }: { amount: number; actor_id: string },
  { opposite, userIds }: { opposite: readonly { owner_id: string }[]; userIds: readonly string[] },
): string {
  const isOther = (id: string) => id !== '' && !userIds.includes(id)
  if (opposite.length > 0 && Number(amount) > 0 && isOther(actor_id)) return actor_id
  return (opposite.find(({ owner_id }) => isOther(owner_id)) ?? opposite[0])?.owner_id ?? ''
}
