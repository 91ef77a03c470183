import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  canWithdraw,
  type Me,
  MONEY_DECIMALS,
  plainAmount,
  unitsOf,
} from '@stoa/contract'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import {
  type AccountName,
  type Ledger,
  type LedgerVerification,
  type LimitCheck,
  type MoneyLimits,
  ownAccounts,
} from '../ledger/index.ts'
import { checksummed } from './checksum.ts'
import type { PayingWallet } from './paying-wallet.ts'
import { chainRepository } from './repository.ts'
import { unitSize } from './units.ts'
import { type WithdrawalRow, withdrawalsRepository } from './withdrawals-repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'config'> {
  ledger: Pick<Ledger, 'post' | 'lock'>
  ledgerVerification: Pick<LedgerVerification, 'frozen'>
  limitCheck: Pick<LimitCheck, 'isAbove'>
  accounts: Pick<AccountsDomain['accounts'], 'accountsOf'>
  communities: Pick<CommunitiesDomain['communities'], 'require'>
  wallet: Pick<PayingWallet, 'address'>
  isOn: boolean
}

/** Between two withdrawals of a person. */
const PAUSE_MS = 2 * MINUTE_MS
const NEWEST = 10
const NOBODY = `0x${'0'.repeat(40)}`

export type Withdrawals = ReturnType<typeof createWithdrawals>
type ShownWithdrawal = CallOutput<'walletChain'>['withdrawals'][number]

/** What members do with withdrawals. The money leaves the wallet in the transaction that writes the intent down. */
export function createWithdrawals({ database, clock, ids, config, ...dependencies }: Dependencies) {
  const { ledger, ledgerVerification, limitCheck, accounts, communities, wallet, isOn } = dependencies

  /** Whether what is sent there stays with the forum or its operator. */
  async function isOurs(tx: Transaction, address: string): Promise<boolean> {
    const isCards = config.moonpay?.wallet.toLowerCase() === address.toLowerCase()
    return (
      isCards || (await chainRepository(tx.connection).isOfMember(address)) || (await wallet.address(tx)) === address
    )
  }

  return {
    async withdraw(
      viewer: Me,
      { tokenName, amount, address: typed }: CallParsedInput<'withdraw'>,
      { tx, key, limits }: { tx: Transaction; key: string; limits: MoneyLimits },
    ): Promise<CallOutput<'withdraw'>> {
      const { id: communityId, tokenName: name } = await communities.require(tokenName, tx)
      assertAllowed(canWithdraw(viewer))
      const chain = chainRepository(tx.connection)
      const withdrawals = withdrawalsRepository(tx.connection)
      const token = isOn ? await chain.tokenOf(communityId) : undefined
      if (!token) throw new DomainError('CHAIN_OFF')
      if (await ledgerVerification.frozen(tx)) throw new DomainError('PAYOUTS_FROZEN')
      const address = await checksummed(typed)
      // What is sent there is lost, or comes back as a deposit of somebody.
      if (address === NOBODY || address === token.contract || (await isOurs(tx, address)))
        throw new DomainError('ADDRESS_INVALID')
      const units = unitsOf(amount) ?? 0
      const factor = 10 ** Math.max(0, MONEY_DECIMALS - token.decimals)
      if (units % factor !== 0) throw new DomainError('AMOUNT_TOO_FINE')

      const ownIds = await accounts.accountsOf(viewer.id, tx)
      const named = (kind: AccountName['kind'], ownerId: string): AccountName => ({ communityId, kind, ownerId })
      // The limit counts credit that was spent, too.
      await ledger.lock(tx, [...ownAccounts(ownIds, communityId), named('holds', '')])
      const { transferId, isRepeat } = await ledger.post(tx, {
        ...{ reason: 'withdrawal', actorId: viewer.id, reference: '', key, communityId },
        ...{ content: [address, units] },
        accounts: [...ownIds.map((ownerId) => named('member', ownerId)), named('holds', '')],
        amounts: (balances) => taken(units, balances),
      })
      const before = isRepeat ? await withdrawals.byTransfer(transferId) : undefined
      if (before) return presentWithdrawal(before)
      if (units < token.minimum) {
        const id = `${plainAmount(token.minimum)} ${name}`
        throw new DomainError('WITHDRAWAL_TOO_SMALL', undefined, { id })
      }
      // What is on the chain can't be held, so no cashier decides about it. This withdrawal is counted already.
      if (await limitCheck.isAbove(tx, viewer, { ownIds, communityId, units: 0, limits }))
        throw new DomainError('MONEY_LIMIT')
      // The account is locked (`WithdrawalNotices`), so that of two at once, in whatever communities, one waits.
      const wait = (await withdrawals.lastOf(ownIds)) + PAUSE_MS - clock.now()
      if (wait > 0) throw new DomainError('SLOW_DOWN', { retryAfterMs: wait })
      // Otherwise a single person's small ones would keep everybody waiting. One that can't be paid is no reason to wait in
      // other communities.
      if (await withdrawals.hasOpen(ownIds, communityId)) throw new DomainError('WITHDRAWAL_UNDER_WAY')
      const row: WithdrawalRow = {
        ...{ id: ids.next(), chain_id: token.chain_id, contract: token.contract, community_id: communityId },
        ...{ user_id: viewer.id, address, units, transfer_id: transferId },
        amount: String((BigInt(units) / BigInt(factor)) * unitSize(token.decimals)),
        ...{ state: 'requested', nonce: null, tx_hash: '', signed: '', earlier_hashes: null },
        ...{ created_at: clock.now(), changed_at: clock.now() },
      }
      await withdrawals.insert(row)
      return presentWithdrawal(row)
    },
    /** The person's newest ones. */
    async newest(viewer: Me, communityId: string): Promise<ShownWithdrawal[]> {
      const about = { communityId, limit: NEWEST }
      return (await withdrawalsRepository(database.read).newest(accountIdsOf(viewer), about)).map(presentWithdrawal)
    },
  }
}

/** What each account gets: the first ones give, the last one gets all. */
function taken(units: number, balances: readonly number[]): number[] {
  let left = units
  const amounts = balances.slice(0, -1).map((balance) => {
    const part = Math.min(left, balance)
    left -= part
    return 0 - part
  })
  if (left > 0) throw new DomainError('INSUFFICIENT_BALANCE')
  return [...amounts, units]
}

function presentWithdrawal({ id, created_at: at, units, address, tx_hash, state }: WithdrawalRow): ShownWithdrawal {
  const shown = { requested: 'waiting', confirmed: 'done', failed: 'failed' } as const
  return {
    ...{ id, at, amount: String(units), address, transaction: tx_hash === '' ? null : tx_hash },
    state: state in shown ? shown[state as keyof typeof shown] : 'sent',
  }
}
