import type { HDAccount } from 'viem'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openSealed } from '../../../platform/security/keys.ts'
import type { LedgerVerification } from '../ledger/index.ts'
import { PAYING_WALLET, SEED } from './addresses.ts'
import type { ChainNode, TransactionReceipt } from './node.ts'
import { chainRepository } from './repository.ts'
import { withdrawalsRepository } from './withdrawals-repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'logger'> {
  hold: Pick<Platform['jobs']['hold'], 'since'>
  /** Opens the seed. */
  key: Buffer
  confirmations: number
  ledgerVerification: Pick<LedgerVerification, 'frozen'>
}

/** A transaction that is signed. */
export interface Signed {
  raw: string
  hash: string
}

/**
 * What became of a transaction: a receipt that stays, `sent`: it waits for blocks, `replaced`: another one has its
 * number for good.
 */
type Fate = TransactionReceipt | 'sent' | 'unknown' | 'replaced'

export type PayingWallet = ReturnType<typeof createPayingWallet>

/** The forum's wallet. Number and signature of each of its transactions are stored before it is sent, once. */
export function createPayingWallet({ database, logger, hold, key, confirmations, ledgerVerification }: Dependencies) {
  /** A key that follows from the seed. It is nowhere but in this object, and never logged. Null: there is no seed yet. */
  async function account(path: string = PAYING_WALLET, tx?: Transaction): Promise<HDAccount | null> {
    const row = await chainRepository(tx?.connection ?? database.read).key(SEED)
    if (!row) return null
    const { HDKey, hdKeyToAccount } = await import('viem/accounts')
    const master = HDKey.fromMasterSeed(Buffer.from(openSealed(key, row.sealed), 'hex'))
    return hdKeyToAccount(master, { path: path as typeof PAYING_WALLET })
  }

  const deepest = async (node: ChainNode) => (await node.head()).number - confirmations + 1

  return {
    account,
    /** Null: there is no seed yet. */
    address: async (tx?: Transaction): Promise<string | null> => (await account(PAYING_WALLET, tx))?.address ?? null,
    /** Whether nothing may be signed: a copy must not pay again what the original has paid, or the books differ. */
    isHalted: async (tx?: Transaction): Promise<boolean> =>
      (await hold.since(tx)) !== null || (await ledgerVerification.frozen(tx)) !== null,
    /**
     * Locks the wallet and returns the number of its next transaction. Null: the chain has transactions of it that
     * aren't known here, such as those after the backup of which this is a copy. `used`: how many the chain has.
     */
    async nextNonce(tx: Transaction, { chainId, used }: { chainId: number; used: number }): Promise<number | null> {
      const withdrawals = withdrawalsRepository(tx.connection)
      const { nonce, found } = await withdrawals.lockWallet(chainId, database.dialect)
      if (found === null && used <= nonce) return nonce
      // A node that lags doesn't take it back: only an operator does.
      if (used > (found ?? 0)) {
        await withdrawals.changeWallet(chainId, { found: used })
        logger.error({ known: nonce, found: used }, 'the paying wallet has sent transactions that are not known here')
      }
      return null
    },
    /** For operators, who have compared the wallet's transactions: goes on after as many as the chain has. */
    async acceptNonce(node: ChainNode, accepted: number): Promise<{ known: number; isChanged: boolean }> {
      const payer = await account()
      const used = payer ? await node.nonceOf(payer.address) : 0
      return database.transaction(async ({ connection }) => {
        const withdrawals = withdrawalsRepository(connection)
        const { nonce, found } = await withdrawals.lockWallet(node.chainId, database.dialect)
        const present = Math.max(used, found ?? nonce, nonce)
        if (accepted !== present) throw new DomainError('WALLET_NONCE_DIFFERS', undefined, { id: String(present) })
        const isChanged = found !== null || present !== nonce
        if (isChanged) await withdrawals.changeWallet(node.chainId, { nonce: present, found: null })
        return { known: nonce, isChanged }
      })
    },
    /**
     * Stores a signed transaction with `store`, then sends it. `isStored` says whether a row has this very one, waiting
     * to be sent: the database may have stored it although its answer got lost. False: nothing was signed.
     */
    async sendStored(
      node: ChainNode,
      about: {
        store: (tx: Transaction) => Promise<Signed | null>
        isStored: (signed: Signed) => Promise<boolean>
        sent: () => Promise<void>
      },
    ): Promise<boolean> {
      let last: Signed | null = null
      // A second try finds that it is stored, and signs nothing.
      const kept = async () => (last && (await about.isStored(last)) ? last : null)
      let signed: Signed | null
      try {
        signed = await database.transaction(async (tx) => {
          const made = await about.store(tx)
          last = made ?? last
          return made
        })
        signed ??= await kept()
      } catch (error) {
        signed = await kept()
        if (!signed) throw error
      }
      if (!signed) return false
      try {
        await node.send(signed.raw)
        await about.sent()
      } catch (error) {
        const { hash } = signed
        logger.error({ err: error, transaction: hash }, 'sending a transaction failed; it is asked for from now on')
      }
      return true
    },
    /** Asks what became of a transaction. */
    async fate(
      node: ChainNode,
      { from, nonce, hash }: { from: string; nonce: number | null; hash: string },
    ): Promise<Fate> {
      const deep = await deepest(node)
      const receipt = await node.receipt(hash)
      if (receipt) return receipt.blockNumber > deep ? 'sent' : receipt
      if (await node.knows(hash)) return 'sent'
      // Behind one address there may be several nodes, of which one lags. That none has it proves nothing: only another
      // transaction with its number, for good, means that this one can't be mined any more.
      const other = await node.numbered({ address: from, nonce: nonce ?? 0, last: deep }).catch((error: unknown) => {
        logger.error({ err: error, transaction: hash }, 'it can’t be found what became of a transaction')
        return null
      })
      if (other === null) return 'unknown'
      return other === hash ? 'sent' : 'replaced'
    },
    /** Whether the node has transactions of the wallet that wait for a block. */
    async hasWaiting(node: ChainNode): Promise<boolean> {
      const from = (await account())?.address
      return from !== undefined && (await node.nonceOf(from, 'pending')) > (await node.nonceOf(from))
    },
    /** Whether a transaction of the address with this number is in a block for good. */
    async isNumberUsed(node: ChainNode, { from, nonce }: { from: string; nonce: number | null }): Promise<boolean> {
      const deep = await deepest(node)
      return deep >= 0 && (await node.nonceOf(from, deep)) > (nonce ?? 0)
    },
  }
}
