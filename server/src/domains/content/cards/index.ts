import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { ChainDomain } from '../../people/chain/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { LedgerDomain } from '../../people/ledger/index.ts'
import { createPurchases } from './purchases.ts'
import { createSignedUrls } from './signed-urls.ts'
import { cardTables } from './tables.ts'

export const cardsDomain = { tables: cardTables, register: registerCards }

/** Registers purchases of tokens by card. */
function registerCards(platform: Platform, earlier: AccountsDomain & CommunitiesDomain & LedgerDomain & ChainDomain) {
  const signedUrls = createSignedUrls(platform.secret)
  const cardPurchases = createPurchases({ ...platform, ...earlier, signedUrls })
  // Also without an account at MoonPay: what was owed before still is.
  earlier.ledger.addDebts(cardPurchases.debts)
  earlier.ledger.refuse(cardPurchases.owes)
  platform.jobs.schedule({ name: 'take back refunds', everyMs: MINUTE_MS, run: () => cardPurchases.collect() })
  return { cardPurchases }
}
