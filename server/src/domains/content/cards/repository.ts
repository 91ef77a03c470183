import type { CardPurchase } from '@stoa/contract'
import type { Connection, Database } from '../../../platform/database/database.ts'

export interface CardPurchaseRow {
  id: string
  provider_id: string
  user_id: string
  community_id: string
  status: CardPurchase['status']
  amount: number
  owed: number
  transfer_id: string
  /** When the notice was made that it has its status of, by the provider's clock. 0: it isn't known. */
  noticed_at: number
  created_at: number
  updated_at: number
}

export function cardRepository(connection: Connection) {
  const purchases = () => connection<CardPurchaseRow>('card_purchases')
  return {
    /** Does nothing if the provider's id is known. */
    async open(row: CardPurchaseRow): Promise<void> {
      await purchases().insert(row).onConflict('provider_id').ignore()
    },
    /** Locks a purchase until the transaction ends. */
    async lock(providerId: string, dialect: Database['dialect']): Promise<CardPurchaseRow | undefined> {
      const [row] = await dialect.forUpdate(purchases().where({ provider_id: providerId }))
      return row
    },
    async change(id: string, change: Partial<CardPurchaseRow>): Promise<void> {
      await purchases().where({ id }).update(change)
    },
    async newest(userIds: readonly string[], communityId: string, limit: number): Promise<CardPurchaseRow[]> {
      return purchases()
        .whereIn('user_id', userIds.slice())
        .where({ community_id: communityId })
        .orderBy('id', 'desc')
        .limit(limit)
    },
    /**
     * The provider's ids of purchases of which a refund has to take back more, at the end of whose queue they are now:
     * many that nobody can pay don't hold up the others.
     */
    async takeOwing(limit: number, now: number): Promise<string[]> {
      const columns = ['updated_at', 'id']
      const rows = await purchases().where('owed', '>', 0).orderBy(columns).limit(limit).select('id', 'provider_id')
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await purchases().whereIn('id', ids).update({ updated_at: now })
      return rows.map(({ provider_id }) => provider_id)
    },
    /** What these people owe for refunded purchases. */
    async debts(userIds: readonly string[]): Promise<{ communityId: string; units: number }[]> {
      const rows = await purchases().where('owed', '>', 0).whereIn('user_id', userIds.slice())
      return rows.map(({ community_id, owed }) => ({ communityId: community_id, units: Number(owed) }))
    },
    /** Which of these people owe for refunded purchases. */
    async owingPeople(userIds: readonly string[]): Promise<string[]> {
      return purchases().where('owed', '>', 0).whereIn('user_id', userIds.slice()).distinct('user_id').pluck('user_id')
    },
  }
}
