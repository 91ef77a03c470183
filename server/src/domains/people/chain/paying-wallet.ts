import type { HDAccount } from 'viem'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openSealed } from '../../../platform/security/keys.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { LedgerVerification } from '../ledger/index.ts'
import { PAYING_WALLET, SEED } from './addresses.ts'
import type { ChainNode, TransactionReceipt } from './node.ts'
import { chainRepository } from './repository.ts'
import { sweepsRepository } from './sweeps-repository.ts'
import { withdrawalsRepository } from './withdrawals-repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'logger'>, Pick<AccountsDomain, 'operatorLog'> {
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

/** A transaction with all hashes under which it may be mined, the newest one first. */
interface Asked {
  from: string
  nonce: number | null
  hashes: readonly string[]
}

/**
 * What became of a transaction: a receipt that stays, with its hash; `sent`: it waits for blocks; `replaced`: another
 * one has its number for good.
 */
type Fate = (TransactionReceipt & { hash: string }) | 'sent' | 'unknown' | 'replaced'

/** How many transactions the chain has of the wallet, and how many with those that wait for a block. */
interface Numbers {
  used: number
  pending: number
}

/** Nodes keep at least 16 transactions of an address that wait for a block, and may drop more. */
export const ON_THE_WAY_MAX = 16

export type PayingWallet = ReturnType<typeof createPayingWallet>

/** The forum's wallet. Number and signature of each of its transactions are stored before it is sent, once. */
export function createPayingWallet({ database, logger, hold, key, confirmations, ...dependencies }: Dependencies) {
  const { ledgerVerification, operatorLog } = dependencies

  /** A key that follows from the seed. It is nowhere but in this object, and never logged. Null: there is no seed yet. */
  async function account(path: string = PAYING_WALLET, tx?: Transaction): Promise<HDAccount | null> {
    const row = await chainRepository(tx?.connection ?? database.read).key(SEED)
    if (!row) return null
    const { HDKey, hdKeyToAccount } = await import('viem/accounts')
    const master = HDKey.fromMasterSeed(Buffer.from(openSealed(key, row.sealed), 'hex'))
    return hdKeyToAccount(master, { path: path as typeof PAYING_WALLET })
  }

  const deepest = async (node: ChainNode) => (await node.head()).number - confirmations + 1

  /** Whether nothing may be signed: a copy must not pay again what the original has paid, or the books differ. */
  const isHalted = async (tx?: Transaction): Promise<boolean> =>
    (await hold.since(tx)) !== null || (await ledgerVerification.frozen(tx)) !== null

  /** The wallet's transactions that haven't ended. */
  async function onTheWay(chainId: number, tx?: Transaction) {
    const connection = tx?.connection ?? database.read
    const withdrawals = await withdrawalsRepository(connection).open(chainId)
    return { withdrawals, all: [...withdrawals, ...(await sweepsRepository(connection).openFees(chainId))] }
  }

  /** Whether another one may be sent: all before it are at a node or in a block, and they aren't too many. */
  async function hasRoom(chainId: number, { atMost, tx }: { atMost: number; tx?: Transaction }): Promise<boolean> {
    const { all } = await onTheWay(chainId, tx)
    return all.length < atMost && all.every(({ state }) => state === 'sent')
  }

  /** Stops all payments until an operator has compared the wallet's transactions. */
  async function stop(tx: Transaction, { chainId, used }: { chainId: number; used: number }): Promise<void> {
    const withdrawals = withdrawalsRepository(tx.connection)
    const { nonce, found } = await withdrawals.lockWallet(chainId, database.dialect)
    const present = Math.max(used, nonce, found ?? 0)
    // A node that lags doesn't take it back: only an operator does.
    if (present === found) return
    await withdrawals.changeWallet(chainId, { found: present })
    logger.error({ known: nonce, found: present }, 'the paying wallet has sent transactions that are not known here')
  }

  async function numbersOf(node: ChainNode, address: string): Promise<Numbers> {
    return { used: await node.nonceOf(address), pending: await node.nonceOf(address, 'pending') }
  }

  return {
    ...{ account, isHalted, stop, hasRoom, numbersOf },
    /** Null: there is no seed yet. */
    address: async (tx?: Transaction): Promise<string | null> => (await account(PAYING_WALLET, tx))?.address ?? null,
    /** What the wallet still needs for those that haven't ended, at most: some of it may be gone already. */
    async reserved(node: ChainNode): Promise<{ coins: bigint; tokensOf: (contract: string) => bigint }> {
      const { withdrawals, all } = await onTheWay(node.chainId)
      return {
        coins: all.reduce((sum, { signed }) => sum + node.costOf(signed), 0n),
        tokensOf: (contract) =>
          withdrawals.reduce((sum, row) => (row.contract === contract ? sum + BigInt(row.amount) : sum), 0n),
      }
    },
    /**
     * Locks the wallet and returns the number of its next transaction. Null: it must wait for those before it, or there
     * are transactions of the wallet that aren't known here, such as those after the backup of which this is a copy.
     */
    async nextNonce(
      tx: Transaction,
      { chainId, numbers, atMost = ON_THE_WAY_MAX }: { chainId: number; numbers: Numbers; atMost?: number },
    ): Promise<number | null> {
      const { nonce, found } = await withdrawalsRepository(tx.connection).lockWallet(chainId, database.dialect)
      // Its own are counted here before they are sent. Whoever has sent others would lose or repeat one of them.
      if (found !== null || Math.max(numbers.used, numbers.pending) > nonce) {
        await stop(tx, { chainId, used: numbers.used })
        return null
      }
      return (await hasRoom(chainId, { atMost, tx })) ? nonce : null
    },
    /** For operators, who have compared the wallet's transactions: goes on after as many as the chain has. */
    async acceptNonce(node: ChainNode, accepted: number): Promise<{ known: number; isChanged: boolean }> {
      const payer = await account()
      const { used, pending } = payer ? await numbersOf(node, payer.address) : { used: 0, pending: 0 }
      return database.transaction(async (tx) => {
        const withdrawals = withdrawalsRepository(tx.connection)
        const { nonce, found } = await withdrawals.lockWallet(node.chainId, database.dialect)
        const present = Math.max(used, found ?? nonce, nonce)
        if (accepted !== present) throw new DomainError('WALLET_NONCE_DIFFERS', undefined, { id: String(present) })
        if (pending > present) throw new DomainError('WALLET_HAS_WAITING')
        const isChanged = found !== null || present !== nonce
        if (isChanged) {
          await withdrawals.changeWallet(node.chainId, { nonce: present, found: null })
          const detail = `${present} on chain ${node.chainId}`
          await operatorLog.act(tx, 'operator', { act: 'accepted transactions of wallet', detail })
        }
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
        sent: (signed: Signed) => Promise<void>
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
        await about.sent(signed)
      } catch (error) {
        const { hash } = signed
        logger.error({ err: error, transaction: hash }, 'sending a transaction failed; it is asked for from now on')
      }
      return true
    },
    /** Asks what became of a transaction. */
    async fate(node: ChainNode, { from, nonce, hashes }: Asked): Promise<Fate> {
      const deep = await deepest(node)
      for (const hash of hashes) {
        const receipt = await node.receipt(hash)
        if (receipt) return receipt.blockNumber > deep ? 'sent' : { ...receipt, hash }
      }
      for (const hash of hashes) if (await node.knows(hash)) return 'sent'
      // Behind one address there may be several nodes, of which one lags. That none has it proves nothing: only another
      // transaction with its number, for good, means that this one can't be mined any more.
      const other = await node.numbered({ address: from, nonce: nonce ?? 0, last: deep }).catch((error: unknown) => {
        logger.error({ err: error, transaction: hashes[0] }, 'it can’t be found what became of a transaction')
        return null
      })
      if (other === null) return 'unknown'
      return hashes.includes(other) ? 'sent' : 'replaced'
    },
    /** Hash of the transaction with this number that is in a block for good. Null: none is found. */
    async minedInstead(node: ChainNode, { from, nonce }: { from: string; nonce: number }): Promise<string | null> {
      return node.numbered({ address: from, nonce, last: await deepest(node) })
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
