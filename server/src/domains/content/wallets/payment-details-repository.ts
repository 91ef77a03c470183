import type { Connection } from '../../../platform/database/database.ts'
import type { CashierRequestRow } from './cashier-repository.ts'

/** Payment details of cash-outs. */
export function paymentDetailsRepository(connection: Connection) {
  const requests = () => connection<CashierRequestRow>('cashier_requests')
  return {
    /** Removes those of requests that were decided at a time or earlier; returns of how many. */
    async clear({ before, limit }: { before: number; limit: number }): Promise<number> {
      const old = requests().where('decided_at', '>', 0).where('decided_at', '<=', before).whereNot({ details: '' })
      const ids = await old.limit(limit).pluck('id')
      if (ids.length > 0) await requests().whereIn('id', ids).update({ details: '' })
      return ids.length
    },
  }
}
