import { DAY_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey, shortMac } from '../../../platform/security/keys.ts'
import { paymentDetailsRepository } from './payment-details-repository.ts'

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
  const about = { before: clock.now() - KEPT_MS, limit: BATCH }
  const clear = () => database.transaction(({ connection }) => paymentDetailsRepository(connection).clear(about))
  while ((await clear()) === BATCH);
}
