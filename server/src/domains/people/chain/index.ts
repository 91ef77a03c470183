import { join } from 'node:path'
import { HOUR_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey } from '../../../platform/security/keys.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { AuthDomain } from '../auth/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { LedgerDomain } from '../ledger/index.ts'
import { createDepositAddresses } from './addresses.ts'
import { createChainConnection } from './connection.ts'
import { createFeeRaise } from './fee-raise.ts'
import { findAnvil } from './local-chain.ts'
import { createPayingWallet } from './paying-wallet.ts'
import { chainRepository } from './repository.ts'
import { createReserves } from './reserves.ts'
import { createChainService } from './service.ts'
import { createSettlement } from './settlement.ts'
import { createSigner } from './signer.ts'
import { createSweep, type SweepRun } from './sweep.ts'
import { CHAIN_KEY, chainTables } from './tables.ts'
import { createDepositWatcher } from './watcher.ts'
import { createWithdrawalNotices } from './withdrawal-notices.ts'
import { createWithdrawals } from './withdrawals.ts'

export const chainDomain = { tables: chainTables, register: registerChain }

const WATCH_MS = 5000

type Earlier = CommunitiesDomain & AccountsDomain & AuthDomain & LedgerDomain

/** Deposits and withdrawals on a chain. Without one, nothing of it is loaded, and all calls say so. */
function registerChain(platform: Platform, earlier: Earlier) {
  const { config, secret, jobs } = platform
  const anvil = config.chainUrl === null && config.hasLocalChain ? findAnvil() : null
  const stateFile = join(config.dataFolder, 'local-chain-state.json')
  const connection = createChainConnection({ ...platform, url: config.chainUrl, anvil, stateFile })
  const key = deriveKey(secret, CHAIN_KEY)
  const settlement = createSettlement({ ...platform, ...earlier, confirmations: config.chainConfirmations })
  const watcher = createDepositWatcher({ ...platform, settle: settlement.settleAll })
  const addresses = createDepositAddresses({ ...platform, key })
  const about = { isOn: connection.isOn, isLocal: anvil !== null, confirmations: config.chainConfirmations }
  const { chainConfirmations: confirmations } = config
  const reserves = createReserves({ ...platform, ...earlier, confirmations, payer: () => wallet.address() })
  // While the chain lacks tokens, the books don't add up for payouts on it either.
  const ledgerVerification: Pick<Earlier['ledgerVerification'], 'frozen'> = {
    frozen: async (tx) => (await earlier.ledgerVerification.frozen(tx)) ?? reserves.halted(tx),
  }
  const onChain = { ...platform, ...earlier, ledgerVerification }
  const wallet = createPayingWallet({ ...onChain, hold: jobs.hold, key, confirmations })
  const notices = createWithdrawalNotices({ ...platform, ...earlier })
  const withdrawals = createWithdrawals({ ...onChain, wallet, isOn: connection.isOn })
  const chain = createChainService({ ...platform, ...earlier, addresses, connection, withdrawals, about })
  const sweep = createSweep({ ...platform, ...earlier, wallet })
  const raiseFee = createFeeRaise({ ...platform, ...earlier, wallet })
  const signer = createSigner({ ...platform, ...earlier, wallet, sweep, notices })

  /** Reads the chain. Does nothing as long as no token is on one. */
  async function watch(): Promise<void> {
    const node = await connection.node()
    if (node) await watcher.watch(node)
  }
  /** One step of paying withdrawals. */
  async function pay(): Promise<void> {
    const node = await connection.node()
    if (node) await signer.work(node)
  }
  /** Compares what the chain holds with the books. */
  async function compare() {
    const node = await connection.node()
    return node ? reserves.compare(node) : []
  }
  if (connection.isOn) {
    earlier.ledger.addDebts(settlement.debts)
    earlier.ledger.refuse(async (tx, { actorId, ownerIds }) => {
      const owing = await settlement.owing(tx, ownerIds)
      if (owing.length === 0) return false
      return (await earlier.accounts.accountsOf(actorId, tx)).some((id) => owing.includes(id))
    })
    jobs.schedule({ name: 'read the chain', everyMs: WATCH_MS, run: watch })
    jobs.schedule({
      name: 'compare the chain with the books',
      everyMs: HOUR_MS,
      run: async () => void (await compare()),
    })
    if (config.signsWithdrawals) jobs.schedule({ name: 'pay withdrawals', everyMs: WATCH_MS, run: pay })
  }
  return {
    chain: {
      ...{ ...chain, watch, pay, close: connection.close, withdraw: notices.noticed(withdrawals.withdraw) },
      cardAddresses: {
        /** A member's address for purchases by card. Null: without a chain or seed, there is none. */
        ensure: async (tx: Transaction, userId: string) =>
          config.chainUrl === null ? null : addresses.ensureForCards(tx, userId),
        /** The one that a member already has. */
        of: (tx: Transaction, userId: string) => chainRepository(tx.connection).cardAddressOf(userId),
      },
      /** Null: it is made with the first deposit address. */
      payingAddress: () => wallet.address(),
      /** Of a withdrawal or sweep. */
      async sendAgain(id: string): Promise<{ tx_hash: string }> {
        const node = await connection.direct()
        return (await sweep.sendAgain(node, id)) ?? signer.sendAgain(node, id)
      },
      /** Of a withdrawal, or of the fees for a sweep. */
      raiseFee: async (id: string) => raiseFee(await connection.direct(), id),
      async endWithdrawal(id: string, isPaid: boolean): Promise<void> {
        const node = await connection.direct()
        if (!(await sweep.endByHand(node, { id, isPaid }))) await signer.endByHand(node, { id, isPaid })
      },
      startSweep: sweep.start,
      sweepStep: async (run: SweepRun) => sweep.step(await connection.direct(), run),
      sweepReport: async (run: SweepRun) => sweep.report((await connection.direct()).chainId, run),
      acceptNonce: async (nonce: number) => wallet.acceptNonce(await connection.direct(), nonce),
      doubtWithdrawals: signer.doubt,
      doubtfulWithdrawals: signer.doubtful,
      ...{ compare, missing: reserves.missing, acceptMissing: reserves.accept },
      /** Null: no token is on a chain. */
      withdrawalProblems: async () => ((await connection.hasTokens()) ? signer.problems() : null),
    },
  }
}

export type ChainDomain = ReturnType<typeof registerChain>
