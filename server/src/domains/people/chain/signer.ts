import type { HDAccount } from 'viem'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { ChainNode, TransactionReceipt } from './node.ts'
import type { PayingWallet } from './paying-wallet.ts'
import { chainRepository } from './repository.ts'
import type { Sweep } from './sweep.ts'
import { sweepsRepository } from './sweeps-repository.ts'
import type { WithdrawalNotices } from './withdrawal-notices.ts'
import {
  OPEN_STATES,
  type WithdrawalRow,
  type WithdrawalState,
  withdrawalsRepository,
} from './withdrawals-repository.ts'

const ENDS: readonly WithdrawalState[] = ['confirmed', 'failed']
/** For how long a transaction of the original may be on its way to the node. */
const DOUBT_MS = 60 * MINUTE_MS

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'logger'> {
  wallet: PayingWallet
  sweep: Pick<Sweep, 'ask'>
  ledger: Pick<Ledger, 'post' | 'mayNotSpend'>
  accounts: Pick<AccountsDomain['accounts'], 'accountsOf'>
  notices: Pick<WithdrawalNotices, 'ended'>
}

/** What of withdrawals needs an operator. */
export interface WithdrawalProblems {
  /** How many moved something else than they should. */
  review: number
  /** Of how many, with sweeps, it isn't known whether they were sent. */
  unknown: number
  /** Transactions of the wallet: as many as are known here, and as the chain has. Null: no more than are known. */
  nonce: { known: number; found: number } | null
}

/**
 * Pays withdrawals from the forum's wallet, one after another. Each is signed and stored before it is sent. Whether a
 * transaction arrived is only ever asked: it is never sent again, and nothing takes its place.
 */
export function createSigner({ database, clock, logger, wallet, sweep, ledger, accounts, notices }: Dependencies) {
  async function mark(row: WithdrawalRow, state: WithdrawalState): Promise<void> {
    await database.transaction(async ({ connection }) => {
      const withdrawals = withdrawalsRepository(connection)
      const present = await withdrawals.lock(row.id, database.dialect)
      if (present && OPEN_STATES.includes(present.state))
        await withdrawals.change(row.id, { state, changed_at: clock.now() })
    })
    if (state === 'unknown' && row.state !== state)
      logger.error({ withdrawal: row.id }, 'it is not known whether a withdrawal was sent')
  }

  /** Ends a withdrawal, once: the held money leaves the forum, or returns to its member. */
  async function end(tx: Transaction, { id, state }: { id: string; state: 'confirmed' | 'failed' }): Promise<void> {
    const withdrawals = withdrawalsRepository(tx.connection)
    const row = await withdrawals.lock(id, database.dialect)
    if (!row || ENDS.includes(row.state)) return
    const { community_id: communityId, units } = row
    const [mainId = row.user_id] = await accounts.accountsOf(row.user_id, tx)
    const isPaid = state === 'confirmed'
    await ledger.post(tx, {
      ...{ reason: isPaid ? 'withdrawal' : 'reversal', actorId: '', reference: row.transfer_id, communityId },
      ...{ key: `withdrawal ${id} ended`, content: [state, units] },
      accounts: [
        { communityId, kind: 'holds', ownerId: '' },
        isPaid ? { communityId, kind: 'outside', ownerId: '' } : { communityId, kind: 'member', ownerId: mainId },
      ],
      amounts: () => [0 - units, units],
    })
    await withdrawals.change(id, { state, changed_at: clock.now() })
    notices.ended(tx, row, isPaid)
  }

  /** Asks what became of a transaction. */
  async function ask(node: ChainNode, { row, from }: { row: WithdrawalRow; from: string }): Promise<void> {
    const fate = await wallet.fate(node, { from, nonce: row.nonce, hash: row.tx_hash })
    if (fate === 'sent' || fate === 'unknown') return mark(row, fate)
    const state = fate === 'replaced' ? 'failed' : outcomeOf(fate, { row, from })
    if (state !== null) return database.transaction((tx) => end(tx, { id: row.id, state }))
    // The money is gone, or it isn't: only an operator can say. Later withdrawals don't wait for that.
    logger.error({ withdrawal: row.id, transaction: row.tx_hash }, 'a withdrawal moved something else than it should')
    return mark(row, 'review')
  }

  /** Whether the original of this copy may have sent a transaction for it that no block has yet. */
  async function mayBePaidElsewhere(node: ChainNode, row: WithdrawalRow): Promise<boolean> {
    if (row.state !== 'unknown' || row.tx_hash !== '') return false
    return clock.now() - row.changed_at < DOUBT_MS || (await wallet.hasWaiting(node))
  }

  async function isConfirmed(node: ChainNode, row: WithdrawalRow): Promise<boolean> {
    const account = await wallet.account()
    const receipt = row.tx_hash === '' ? null : await node.receipt(row.tx_hash)
    return account !== null && receipt !== null && outcomeOf(receipt, { row, from: account.address }) === 'confirmed'
  }

  /** Signs and stores a transaction, then sends it. False: it isn't possible now, such as without funds. */
  async function pay(node: ChainNode, { row, account }: { row: WithdrawalRow; account: HDAccount }): Promise<boolean> {
    const order = { contract: row.contract, from: account.address, to: row.address, amount: BigInt(row.amount) }
    const prepared = await prepare(node, order).catch((error: unknown) => {
      logger.error({ err: error, withdrawal: row.id }, 'a withdrawal can’t be paid at present')
      return null
    })
    if (!prepared) {
      await database.transaction(async ({ connection }) => {
        const withdrawals = withdrawalsRepository(connection)
        const present = await withdrawals.lock(row.id, database.dialect)
        if (present?.state === 'requested') await withdrawals.change(row.id, { changed_at: clock.now() })
      })
      return false
    }
    const used = await node.nonceOf(account.address)
    await wallet.sendStored(node, {
      async store(tx) {
        const withdrawals = withdrawalsRepository(tx.connection)
        const nonce = await wallet.nextNonce(tx, { chainId: node.chainId, used })
        // Since the first look, payouts may have been frozen.
        if (nonce === null || (await wallet.isHalted(tx))) return null
        const [open = await sweepsRepository(tx.connection).blocking(node.chainId)] = await withdrawals.open(
          node.chainId,
        )
        const present = await withdrawals.lock(row.id, database.dialect)
        // Another signer was faster.
        if (open || present?.state !== 'requested') return null
        // Their debt is paid first: with the money back, it can be taken.
        const ownerIds = await accounts.accountsOf(present.user_id, tx)
        if (await ledger.mayNotSpend(tx, { actorId: present.user_id, ownerIds })) {
          await end(tx, { id: row.id, state: 'failed' })
          return null
        }
        const { raw, hash } = await prepared.sign(account, nonce)
        await withdrawals.changeWallet(node.chainId, { nonce: nonce + 1 })
        const signed = { state: 'signed', nonce, tx_hash: hash, signed: raw } as const
        await withdrawals.change(row.id, { ...signed, changed_at: clock.now() })
        return { raw, hash }
      },
      async isStored({ hash }) {
        const present = await withdrawalsRepository(database.read).get(row.id)
        return present?.state === 'signed' && present.tx_hash === hash
      },
      sent: () => mark({ ...row, state: 'signed' }, 'sent'),
    })
    return true
  }

  return {
    /** One step: asks about the open withdrawal, or pays the next one. */
    async work(node: ChainNode): Promise<void> {
      const withdrawals = withdrawalsRepository(database.read)
      const [open] = await withdrawals.open(node.chainId)
      // Nodes may forget one that was sent. Later transactions would wait for it, and nobody would know.
      const fees = await sweepsRepository(database.read).oldestFees(node.chainId)
      if (fees) await sweep.ask(node, fees)
      const waiting = open ? [] : await withdrawals.requested(node.chainId, clock.now())
      if (!open && waiting.length === 0) return
      const account = await wallet.account()
      if (!account) return
      if (open) return ask(node, { row: open, from: account.address })
      if (await wallet.isHalted()) return
      // If the node is off, it isn't the withdrawals' fault.
      await node.head()
      for (const row of waiting) if (await pay(node, { row, account })) return
    },
    /** For operators: sends the very same signed transaction again, which can only be mined once. */
    async sendAgain(node: ChainNode, id: string): Promise<WithdrawalRow> {
      const row = await withdrawalsRepository(database.read).get(id)
      if (!row) throw new DomainError('WITHDRAWAL_NOT_FOUND')
      if (!OPEN_STATES.includes(row.state) || row.signed === '') throw new DomainError('WITHDRAWAL_ENDED')
      await node.send(row.signed)
      await mark(row, 'sent')
      return row
    },
    /** For operators, who have looked at the chain: says whether a withdrawal was paid. Otherwise the money returns. */
    async endByHand(node: ChainNode, { id, isPaid }: { id: string; isPaid: boolean }): Promise<void> {
      const state = isPaid ? 'confirmed' : 'failed'
      const row = await withdrawalsRepository(database.read).get(id)
      if (!row) throw new DomainError('WITHDRAWAL_NOT_FOUND')
      if (ENDS.includes(row.state)) throw new DomainError('WITHDRAWAL_ENDED')
      // As long as its transaction can be mined, it could be paid after all.
      const from = (await wallet.address()) ?? ''
      if (row.tx_hash !== '' && !(await wallet.isNumberUsed(node, { from, nonce: row.nonce })))
        throw new DomainError('WITHDRAWAL_OPEN')
      if (!isPaid && (await mayBePaidElsewhere(node, row))) throw new DomainError('WITHDRAWAL_OPEN')
      if (!isPaid && (await isConfirmed(node, row))) throw new DomainError('WITHDRAWAL_ENDED')
      await database.transaction(async (tx) => {
        const present = await withdrawalsRepository(tx.connection).lock(id, database.dialect)
        // Signed meanwhile.
        if (present?.tx_hash !== row.tx_hash) throw new DomainError('WITHDRAWAL_OPEN')
        await end(tx, { id, state })
      })
    },
    /** After a restore: whether those requested before then were paid isn't known. They are never signed any more. */
    doubt: (tx: Transaction, before: number): Promise<void> =>
      withdrawalsRepository(tx.connection).doubt(before, clock.now()),
    /** Ids of those, as long as no operator has said whether they were paid. */
    doubtful: (): Promise<string[]> => withdrawalsRepository(database.read).doubtful(),
    /** What an operator has to look at. */
    async problems(): Promise<WithdrawalProblems> {
      const withdrawals = withdrawalsRepository(database.read)
      // On chains without a token, nothing is signed.
      const tokens = await chainRepository(database.read).tokens()
      const [wallet = null] = await withdrawals.foreign(tokens.map(({ chain_id }) => chain_id))
      return {
        ...{ review: await withdrawals.count('review') },
        unknown: (await withdrawals.count('unknown')) + (await sweepsRepository(database.read).countUnknown()),
        nonce: wallet && { known: wallet.nonce, found: wallet.found ?? 0 },
      }
    },
  }
}

/** A payment for which the wallet has enough of the chain's own coin. */
async function prepare(node: ChainNode, order: Parameters<ChainNode['prepareTransfer']>[0]) {
  const prepared = await node.prepareTransfer(order)
  if (prepared.funds < prepared.cost) throw new Error('The paying wallet has too little for fees.')
  return prepared
}

/** What a transaction did: only the contract's log says that tokens arrived. Null: it doesn't, but it was no failure. */
function outcomeOf(
  { isSuccess, moved }: TransactionReceipt,
  { row, from }: { row: WithdrawalRow; from: string },
): 'confirmed' | 'failed' | null {
  if (!isSuccess) return 'failed'
  const isPayment = (transfer: TransactionReceipt['moved'][number]) =>
    transfer.contract === row.contract &&
    transfer.from === from &&
    transfer.to === row.address &&
    String(transfer.amount) === row.amount
  // Contracts may log in another way what they have moved, so that nothing in the log is no proof either.
  return moved.some(isPayment) ? 'confirmed' : null
}
