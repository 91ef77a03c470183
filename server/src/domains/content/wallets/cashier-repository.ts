import type { CashierRequest } from '@stoa/contract'
import type { Connection } from '../../../platform/database/database.ts'

export interface CashierRequestRow {
  id: string
  community_id: string
  kind: CashierRequest['kind']
  user_id: string
  amount: number
  receiver_id: string
  reference: string
  details: string
  status: CashierRequest['status']
  needs_two: number
  hold_id: string
  claimed_by: string
  claimed_at: number
  claim_until: number
  approved_by: string
  decided_by: string
  decided_at: number
  reason: string
  /** 1: the installation of which this is a copy may have paid it. */
  maybe_paid: number
  created_at: number
}

export const OPEN = ['waiting', 'claimed'] as const satisfies readonly CashierRequest['status'][]
const CLOSED = ['paid', 'refused', 'cancelled'] as const satisfies readonly CashierRequest['status'][]

/** What a decision depends on, and changes. */
const STATE = ['status', 'claimed_by', 'claimed_at', 'claim_until', 'approved_by', 'maybe_paid'] as const

export function cashierRepository(connection: Connection) {
  const requests = () => connection<CashierRequestRow>('cashier_requests')
  const settings = () => connection<{ community_id: string; minimum: number }>('cashier_settings')
  return {
    async insert(row: CashierRequestRow): Promise<void> {
      await requests().insert(row)
    },
    async byId(id: string): Promise<CashierRequestRow | undefined> {
      return requests().where({ id }).first()
    },
    async byHold(holdId: string): Promise<CashierRequestRow | undefined> {
      return requests().where({ hold_id: holdId }).first()
    },
    /** Changes a request that is still as it was read; false: it isn't. */
    async change(row: CashierRequestRow, to: Partial<CashierRequestRow>): Promise<boolean> {
      const from = Object.fromEntries(STATE.map((column) => [column, row[column]]))
      return (await requests().where({ id: row.id }).where(from).update(to)) === 1
    },
    /** Ids of what is open in a community, in the order of its queue. */
    async openIds(communityId: string): Promise<string[]> {
      const rows = await requests().where({ community_id: communityId }).whereIn('status', OPEN).select('id')
      return rows.map(({ id }) => id).toSorted()
    },
    /** Whose open requests stand behind this one in the queue: the next ones, at most `limit`. */
    async ownersBehind({ id, community_id }: CashierRequestRow, limit: number): Promise<string[]> {
      const query = requests().where({ community_id }).whereIn('status', OPEN).where('id', '>', id)
      return query.orderBy('id').limit(limit).pluck('user_id')
    },
    async page(
      communityId: string,
      about: { userIds?: readonly string[]; isOpen?: boolean; after: string | null; limit: number },
    ): Promise<CashierRequestRow[]> {
      const { userIds, isOpen, after, limit } = about
      const query = requests().where({ community_id: communityId })
      if (userIds) query.whereIn('user_id', userIds.slice())
      if (isOpen !== undefined) query.whereIn('status', isOpen ? OPEN : CLOSED)
      if (after !== null) query.where('id', isOpen ? '>' : '<', after)
      return query.orderBy('id', isOpen ? 'asc' : 'desc').limit(limit)
    },
    /** Amount of these people's cash-outs since then, without those that were refused or cancelled. */
    async cashedOut(communityId: string, about: { userIds: readonly string[]; since: number }): Promise<number> {
      const [row] = await requests()
        .where({ community_id: communityId, kind: 'cashOut' })
        .whereIn('user_id', about.userIds.slice())
        .whereIn('status', [...OPEN, 'paid'])
        .where('created_at', '>', about.since)
        .sum({ total: 'amount' })
      return Number(row?.total ?? 0)
    },
    /** From now on it isn't known whether cash-outs that were open before then were paid. Returns how many. */
    async doubt(before: number): Promise<number> {
      const some = requests().where({ kind: 'cashOut' }).whereIn('status', OPEN).where('created_at', '<', before)
      return some.update({ maybe_paid: 1 })
    },
    async minimum(communityId: string): Promise<number | null> {
      const row = await settings().where({ community_id: communityId }).first()
      return row ? Number(row.minimum) : null
    },
    async setMinimum(communityId: string, minimum: number): Promise<void> {
      await settings().insert({ community_id: communityId, minimum }).onConflict('community_id').merge()
    },
  }
}
