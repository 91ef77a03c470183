import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { LedgerDomain } from '../../people/ledger/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { createPayments } from './payments.ts'
import { createWalletReader } from './reader.ts'

type Earlier = CommunitiesDomain & AccountsDomain & MembershipsDomain & LedgerDomain & PostsDomain & CommentsDomain
export const walletsDomain = { register: registerWallets }

/** Registers what members do with their money. The ledger has the tables. */
function registerWallets(platform: Platform, earlier: Earlier) {
  const wallets = createWalletReader({ ...platform, ...earlier })
  return { wallets, payments: createPayments({ ...platform, ...earlier, wallets }) }
}
