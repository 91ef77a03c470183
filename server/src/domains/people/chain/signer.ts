import type { HDAccount } from 'viem'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { ChainNode, TransactionReceipt } from './node.ts'
import { ON_THE_WAY_MAX, type PayingWallet } from './paying-wallet.ts'
import { chainRepository } from './repository.ts'
import type { Sweep } from './sweep.ts'
import { sweepsRepository } from './sweeps-repository.ts'
import type { WithdrawalNotices } from './withdrawal-notices.ts'
import {
  hashesOf,
  namedFirst,
  OPEN_STATES,
  type WithdrawalRow,
  type WithdrawalState,
  withdrawalsRepository,
} from './withdrawals-repository.ts'

const ENDS: readonly WithdrawalState[] = ['confirmed', 'failed']
/** For how long a transaction of the original may be on its way to the node. */
const DOUBT_MS = 60 * MINUTE_MS

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'logger'>, Pick<AccountsDomain, 'operatorLog'> {
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
 * Pays withdrawals from the forum's wallet, one after another. Each is signed and stored before it is sent, and the next
 * one once a node or a block has it. Whether a transaction arrived is only ever asked: it is never sent again by itself,
 * and only an operator puts the same payment with a higher fee in its place.
 */
export function createSigner({ database, clock, logger, wallet, sweep, ledger, ...dependencies }: Dependencies) {
  const { accounts, operatorLog, notices } = dependencies
  async function mark(row: WithdrawalRow, state: WithdrawalState): Promise<void> {
    // What is known of it is old once its fee was raised.
    if (state !== row.state)
      await database.transaction(({ connection }) =>
        withdrawalsRepository(connection).changeOpen(row, { state, changed_at: clock.now() }),
      )
    if (state === 'unknown' && row.state !== state)
      logger.error({ withdrawal: row.id }, 'it is not known whether a withdrawal was sent')
  }

  /** Ends a withdrawal, once: the held money leaves the forum, or returns to its member. False: it had ended. */
  async function end(tx: Transaction, { id, state }: { id: string; state: 'confirmed' | 'failed' }): Promise<boolean> {
    const withdrawals = withdrawalsRepository(tx.connection)
    const row = await withdrawals.lock(id, database.dialect)
    if (!row || ENDS.includes(row.state)) return false
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
    return true
  }

  /** Asks what became of a transaction. */
  async function ask(node: ChainNode, { row, from }: { row: WithdrawalRow; from: string }): Promise<void> {
    const hashes = hashesOf(row)
    const fate = await wallet.fate(node, { from, nonce: row.nonce, hashes })
    if (fate === 'sent' || fate === 'unknown') return mark(row, fate)
    if (fate === 'replaced') return doubtReplaced(node, { row, from })
    const mined = namedFirst(fate.hash, hashes)
    const state = outcomeOf(fate, { row, from })
    await database.transaction(async (tx) => {
      const withdrawals = withdrawalsRepository(tx.connection)
      const present = await withdrawals.lock(row.id, database.dialect)
      if (!present || !OPEN_STATES.includes(present.state) || present.tx_hash !== row.tx_hash) return
      if (state) await end(tx, { id: row.id, state })
      // The money is gone, or it isn't: only an operator can say. Later withdrawals don't wait for that.
      await withdrawals.change(row.id, { state: state ?? 'review', changed_at: clock.now(), ...mined })
    })
    if (state === null)
      logger.error({ withdrawal: row.id, transaction: fate.hash }, 'a withdrawal moved something else than it should')
  }

  /**
   * Another transaction has the number of this one for good. Whoever sent it has the wallet's key, and what it paid isn't
   * known here: it may be this withdrawal, or one that would be paid again. So nothing returns by itself, and all stops.
   */
  async function doubtReplaced(node: ChainNode, { row, from }: { row: WithdrawalRow; from: string }): Promise<void> {
    const used = await node.nonceOf(from)
    await database.transaction(async (tx) => {
      const { chainId } = node
      const withdrawals = withdrawalsRepository(tx.connection)
      // Locked first, as when one is signed.
      await withdrawals.lockWallet(chainId, database.dialect)
      if (await withdrawals.changeOpen(row, { state: 'review', changed_at: clock.now() }))
        await wallet.stop(tx, { chainId, used })
    })
    const { id: withdrawal, nonce, tx_hash: transaction } = row
    logger.error({ withdrawal, nonce, transaction }, 'another transaction has the number of a withdrawal')
  }

  /** Whether the original of this copy may have sent a transaction for it that no block has yet. */
  async function mayBePaidElsewhere(node: ChainNode, row: WithdrawalRow): Promise<boolean> {
    if (row.state !== 'unknown' || row.tx_hash !== '') return false
    return clock.now() - row.changed_at < DOUBT_MS || (await wallet.hasWaiting(node))
  }

  /** Whether the chain says that a withdrawal was paid, by its own transaction or another one with its number. */
  async function isConfirmed(node: ChainNode, row: WithdrawalRow): Promise<boolean> {
    const account = await wallet.account()
    if (account === null || row.nonce === null) return false
    const from = account.address
    // Not known here is one that the original of this copy has sent, such as with a higher fee.
    const other = await wallet.minedInstead(node, { from, nonce: row.nonce })
    for (const hash of new Set([...hashesOf(row), ...(other === null ? [] : [other])])) {
      const receipt = await node.receipt(hash)
      if (receipt !== null && outcomeOf(receipt, { row, from }) === 'confirmed') return true
    }
    return false
  }

  async function isMined(node: ChainNode, row: WithdrawalRow): Promise<boolean> {
    const receipts = await Promise.all(hashesOf(row).map((hash) => node.receipt(hash)))
    return receipts.some((receipt) => receipt !== null)
  }

  /** Signs and stores a transaction, then sends it. False: it isn't possible now, such as without funds. */
  async function pay(node: ChainNode, { row, account }: { row: WithdrawalRow; account: HDAccount }): Promise<boolean> {
    const order = { contract: row.contract, from: account.address, to: row.address, amount: BigInt(row.amount) }
    const reserved = await wallet.reserved(node)
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
    // What those on their way need may still be there. With what is left after them, it is tried again.
    if (prepared.funds < prepared.cost + reserved.coins) return false
    const tokens = reserved.tokensOf(row.contract)
    if (tokens > 0n && (await node.balance(row.contract, account.address)) < order.amount + tokens) return false
    const numbers = await wallet.numbersOf(node, account.address)
    await wallet.sendStored(node, {
      async store(tx) {
        const withdrawals = withdrawalsRepository(tx.connection)
        const nonce = await wallet.nextNonce(tx, { chainId: node.chainId, numbers })
        // Since the first look, payouts may have been frozen.
        if (nonce === null || (await wallet.isHalted(tx))) return null
        const present = await withdrawals.lock(row.id, database.dialect)
        // Another signer was faster.
        if (present?.state !== 'requested') return null
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
      sent: ({ hash }) => mark({ ...row, state: 'signed', tx_hash: hash }, 'sent'),
    })
    return true
  }

  return {
    /** One step: asks about what is on its way, and pays the next withdrawal. */
    async work(node: ChainNode): Promise<void> {
      const { chainId } = node
      const withdrawals = withdrawalsRepository(database.read)
      const open = await withdrawals.open(chainId)
      const fees = await sweepsRepository(database.read).openFees(chainId)
      const waiting = await withdrawals.requested(chainId, clock.now())
      if (open.length + fees.length + waiting.length === 0) return
      const account = await wallet.account()
      if (!account) return
      // Nodes may forget one that was sent, or lose its block. Later ones would wait for it, and nobody would know.
      for (const row of fees) await sweep.ask(node, row)
      for (const row of open) await ask(node, { row, from: account.address })
      if (waiting.length === 0 || (await wallet.isHalted())) return
      if (!(await wallet.hasRoom(chainId, { atMost: ON_THE_WAY_MAX }))) return
      // If the node is off, it isn't the withdrawals' fault.
      await node.head()
      for (const row of waiting) if (await pay(node, { row, account })) return
    },
    /** For operators: sends the very same signed transaction again, which can only be mined once. */
    async sendAgain(node: ChainNode, id: string): Promise<WithdrawalRow> {
      const row = await withdrawalsRepository(database.read).get(id)
      if (!row) throw new DomainError('WITHDRAWAL_NOT_FOUND')
      if (!OPEN_STATES.includes(row.state) || row.signed === '') throw new DomainError('WITHDRAWAL_ENDED')
      // Before it: killed after it was sent, it would be in no log.
      await database.transaction((tx) => operatorLog.act(tx, 'operator', { act: 'sent again', detail: id }))
      await node.send(row.signed)
      await mark({ ...row, state: 'signed' }, 'sent')
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
      // Of one in review, either the transaction is known or all has stopped already.
      const isReplaced = row.tx_hash !== '' && row.state !== 'review' && !(await isMined(node, row))
      const used = await node.nonceOf(from)
      await database.transaction(async (tx) => {
        if (isReplaced) await wallet.stop(tx, { chainId: node.chainId, used })
        const present = await withdrawalsRepository(tx.connection).lock(id, database.dialect)
        // Signed meanwhile.
        if (present?.tx_hash !== row.tx_hash) throw new DomainError('WITHDRAWAL_OPEN')
        const act = isPaid ? 'ended as paid withdrawal' : 'ended as unpaid withdrawal'
        if (await end(tx, { id, state })) await operatorLog.act(tx, 'operator', { act, detail: id })
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
