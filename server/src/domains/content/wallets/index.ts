import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { LedgerDomain } from '../../people/ledger/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { ActivityLogDomain } from '../activity-log/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { createCashier } from './cashier.ts'
import { createCashierRequests } from './cashier-requests.ts'
import { createPayments } from './payments.ts'
import { createPromotions } from './promotions.ts'
import { createWalletReader } from './reader.ts'
import { createReferenceReader } from './references.ts'
import { walletsTables } from './tables.ts'

type Earlier = CommunitiesDomain &
  AccountsDomain &
  MembershipsDomain &
  LedgerDomain &
  ActivityLogDomain &
  PostsDomain &
  CommentsDomain
export const walletsDomain = { tables: walletsTables, register: registerWallets }

/** Registers what members do with their money, and what waits for cashiers. The ledger has the balances. */
function registerWallets(platform: Platform, earlier: Earlier) {
  const linksOf = createReferenceReader(earlier)
  const wallets = createWalletReader({ ...platform, ...earlier, linksOf })
  const requests = createCashierRequests({ ...platform, ...earlier, linksOf })
  const promotions = createPromotions({ ...platform, ...earlier, wallets })
  earlier.ledger.onReversed(promotions.reversed)
  const payments = createPayments({ ...platform, ...earlier, wallets, requests })
  return {
    wallets,
    promotions,
    payments,
    cashier: createCashier({ ...platform, ...earlier, wallets, requests, payments }),
  }
}
