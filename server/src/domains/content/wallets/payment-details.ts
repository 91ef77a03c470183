import { DAY_MS } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey, shortMac } from '../../../platform/security/keys.ts'
import type { CashierRequestRow } from './cashier-repository.ts'

/** How long payment details stay after the decision, for questions about the payment. */
const KEPT_MS = 90 * DAY_MS
/** Rows of one transaction, so that other writers rarely wait. */
const BATCH = 100

/**
 * What stands for payment details in the ledger, which keeps it for good. It reveals nothing about them: account numbers
 * are few enough to try them all against a hash without a key.
 */
export function createDetailsMark(secret: string): (details: string) => string {
  const key = deriveKey(secret, 'stoa payment details')
  return (details) => shortMac(key, details)
}

/** Removes the payment details of what was decided long ago. */
export async function clearOldDetails({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> {
  while ((await clearBatch(database, clock.now() - KEPT_MS)) === BATCH);
}

async function clearBatch(database: Database, before: number): Promise<number> {
  return database.transaction(async ({ connection }) => {
    const requests = () => connection<CashierRequestRow>('cashier_requests')
    const ids = await requests()
      .where('decided_at', '>', 0)
      .where('decided_at', '<=', before)
      .whereNot({ details: '' })
      .limit(BATCH)
      .pluck('id')
    if (ids.length > 0) await requests().whereIn('id', ids).update({ details: '' })
    return ids.length
  })
}
