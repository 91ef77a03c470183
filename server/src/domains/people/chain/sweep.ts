import type { HDAccount } from 'viem'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { ChainNode, PreparedTransaction } from './node.ts'
import { ON_THE_WAY_MAX, type PayingWallet, type Signed } from './paying-wallet.ts'
import { type SweepRow, type SweepState, type SweepTarget, sweepsRepository } from './sweeps-repository.ts'
import { unitSize, unitsOnChain } from './units.ts'
import { hashesOf, namedFirst, withdrawalsRepository } from './withdrawals-repository.ts'

interface Dependencies
  extends Pick<Platform, 'database' | 'clock' | 'ids' | 'logger'>,
    Pick<AccountsDomain, 'operatorLog'> {
  wallet: PayingWallet
}

/** What a run has begun, so that it begins and asks nothing twice. */
export interface SweepRun {
  /** Balances up to this one stay, in units of the ledger. */
  above: number
  /** Rows that the run has made. */
  begun: string[]
  /** What it has tried: kind, contract and address. */
  tried: Set<string>
  /** What it may still move. Null: it hasn't begun. */
  left: SweepTarget[] | null
  /** Addresses from which it can't move what is there. */
  skipped: Set<string>
}

/** One of the ends, or where it stands. `open`: a transaction of the address is on its way. */
type Step = 'begun' | 'waiting' | 'open' | 'nothing' | 'skipped'

interface Move {
  target: SweepTarget
  balance: bigint
  /** The newest sweep of the address when the balance was read. */
  lastId: string | undefined
}

/** Fees may grow until the address has what it needs. What a transaction costs has a margin already. */
const MORE = { times: 11n, by: 10n }
/** How many times the cost stays in the wallet: withdrawals need it, too. */
const RESERVE = 20n
/** The wallet's other transactions that may be on their way are withdrawals. */
const FEES_MAX = ON_THE_WAY_MAX / 2
const ENDS: readonly SweepState[] = ['confirmed', 'failed']

export type Sweep = ReturnType<typeof createSweep>

/**
 * Moves what is at members' deposit addresses to the paying wallet. The ledger has nothing to do with it: both are the
 * forum's. Each transaction is stored before it is sent, once, and then only asked about.
 */
export function createSweep({ database, clock, ids, logger, wallet, operatorLog }: Dependencies) {
  async function mark(row: Pick<SweepRow, 'id' | 'tx_hash'>, change: Partial<SweepRow>): Promise<void> {
    await database.transaction(({ connection }) =>
      sweepsRepository(connection).change(row, { ...change, changed_at: clock.now() }),
    )
  }

  /** Asks what became of one. */
  async function ask(node: ChainNode, row: SweepRow): Promise<void> {
    const from = row.kind === 'tokens' ? row.address : ((await wallet.address()) ?? '')
    const hashes = hashesOf(row)
    const fate = await wallet.fate(node, { from, nonce: row.nonce, hashes })
    if (fate === 'sent' || fate === 'unknown') {
      if (fate === 'unknown' && row.state !== fate)
        logger.error({ sweep: row.id }, 'it is not known whether a sweep was sent')
      if (fate !== row.state) await mark(row, { state: fate })
      return
    }
    if (fate === 'replaced') return endReplaced(node, { row, from })
    const isLogged =
      row.kind === 'fees' || fate.moved.some((moved) => moved.contract === row.contract && moved.from === from)
    const isDone = fate.isSuccess && isLogged
    if (!isDone) logger.error({ sweep: row.id, transaction: fate.hash }, 'a sweep moved nothing')
    await mark(row, { state: isDone ? 'confirmed' : 'failed', ...namedFirst(fate.hash, hashes) })
  }

  /** Another transaction has its number for good. Of the wallet's, nobody knows what it paid: all payments stop. */
  async function endReplaced(node: ChainNode, { row, from }: { row: SweepRow; from: string }): Promise<void> {
    const { id: sweep, kind, nonce, tx_hash: transaction } = row
    const used = await node.nonceOf(from)
    const isEnded = await database.transaction(async (tx) => {
      await withdrawalsRepository(tx.connection).lockWallet(node.chainId, database.dialect)
      const change = { state: 'failed', changed_at: clock.now() } as const
      if (!(await sweepsRepository(tx.connection).change(row, change))) return false
      if (kind === 'fees') await wallet.stop(tx, { chainId: node.chainId, used })
      return true
    })
    if (isEnded) logger.error({ sweep, nonce, transaction }, 'another transaction has the number of a sweep')
  }

  /** The intent, with its signature. Null: somebody else has begun something with the address meanwhile. */
  async function store(
    tx: Transaction,
    about: Pick<SweepRow, 'chain_id' | 'kind' | 'address' | 'contract' | 'amount' | 'nonce'> & {
      lastId: string | undefined
      sign: () => Promise<Signed>
    },
  ): Promise<(Signed & { id: string }) | null> {
    const { lastId, sign, ...intent } = about
    const sweeps = sweepsRepository(tx.connection)
    if ((await sweeps.lastOf(intent.chain_id, intent.address))?.id !== lastId) return null
    const { raw, hash } = await sign()
    const times = { created_at: clock.now(), changed_at: clock.now() }
    const row: SweepRow = {
      id: ids.next(),
      ...intent,
      state: 'signed',
      tx_hash: hash,
      signed: raw,
      ...times,
      earlier_hashes: null,
    }
    await sweeps.insert(row)
    return { raw, hash, id: row.id }
  }

  /** Stores and sends one. */
  async function begin(
    node: ChainNode,
    run: SweepRun,
    work: (tx: Transaction) => Promise<(Signed & { id: string }) | null>,
  ): Promise<Step> {
    let id = ''
    const isBegun = await wallet.sendStored(node, {
      async store(tx) {
        const signed = await work(tx)
        id = signed?.id ?? id
        const detail = signed?.id ?? ''
        if (signed && run.begun.length === 0) await operatorLog.act(tx, 'operator', { act: 'began sweep', detail })
        return signed
      },
      async isStored({ hash }) {
        const row = await sweepsRepository(database.read).get(id)
        return row?.state === 'signed' && row.tx_hash === hash
      },
      sent: ({ hash }) => mark({ id, tx_hash: hash }, { state: 'sent' }),
    })
    if (isBegun) run.begun.push(id)
    return isBegun ? 'begun' : 'waiting'
  }

  /** Sends an address what it lacks for fees, from the wallet whose withdrawals have the same numbers. */
  async function fund(
    node: ChainNode,
    about: { run: SweepRun; move: Move; payer: HDAccount; lack: bigint },
  ): Promise<Step> {
    const { run, move, payer, lack } = about
    const { address } = move.target
    const order = { from: payer.address, to: address, amount: (lack * MORE.times) / MORE.by }
    const prepared = await node.prepareCoins(order)
    if (!hasFunds(prepared, { address })) return 'skipped'
    const { coins } = await wallet.reserved(node)
    if (prepared.funds < prepared.cost + coins) return 'waiting'
    const numbers = await wallet.numbersOf(node, payer.address)
    return begin(node, run, async (tx) => {
      const withdrawals = withdrawalsRepository(tx.connection)
      const nonce = await wallet.nextNonce(tx, { chainId: node.chainId, numbers, atMost: FEES_MAX })
      if (nonce === null || (await wallet.isHalted(tx))) return null
      const stored = await store(tx, {
        ...{ chain_id: node.chainId, kind: 'fees', address, contract: '', amount: String(order.amount), nonce },
        ...{ lastId: move.lastId, sign: () => prepared.sign(payer, nonce) },
      })
      if (stored) await withdrawals.changeWallet(node.chainId, { nonce: nonce + 1 })
      return stored
    })
  }

  /** Sends all tokens of a contract from an address to the wallet, or what it lacks for the fees first. */
  async function sweepOne(node: ChainNode, about: { run: SweepRun; move: Move; payer: HDAccount }): Promise<Step> {
    const { run, move, payer } = about
    const { address, contract, path } = move.target
    const order = { contract, from: address, to: payer.address, amount: move.balance }
    const prepared = await node.prepareTransfer(order)
    const kind = prepared.funds < prepared.cost ? 'fees' : 'tokens'
    const name = `${kind} ${contract} ${address}`
    // Fees that don't suffice, after they were sent, are for another run.
    if (run.tried.has(name)) return kind === 'fees' ? 'skipped' : 'nothing'
    const step = await (kind === 'fees'
      ? fund(node, { ...about, lack: prepared.cost - prepared.funds })
      : sendTokens(node, { run, move, prepared, to: await own(path, address) }))
    if (step !== 'waiting') run.tried.add(name)
    return step
  }

  async function sendTokens(
    node: ChainNode,
    about: { run: SweepRun; move: Move; prepared: PreparedTransaction; to: HDAccount },
  ): Promise<Step> {
    const { run, move, prepared, to: account } = about
    const { address, contract } = move.target
    const used = await node.nonceOf(address)
    return begin(node, run, async (tx) => {
      // Under the wallet's lock, as all that is signed.
      await withdrawalsRepository(tx.connection).lockWallet(node.chainId, database.dialect)
      if (await wallet.isHalted(tx)) return null
      const nonce = Math.max(used, await sweepsRepository(tx.connection).nextNonce(node.chainId, address))
      return store(tx, {
        ...{ chain_id: node.chainId, kind: 'tokens', address, contract, amount: String(move.balance), nonce },
        ...{ lastId: move.lastId, sign: () => prepared.sign(account, nonce) },
      })
    })
  }

  /** The key of a member's address. */
  async function own(path: string, address: string): Promise<HDAccount> {
    const account = await wallet.account(path)
    if (account?.address !== address) throw new Error('The key of a deposit address is another one.')
    return account
  }

  function hasFunds({ funds, cost }: PreparedTransaction, about: { address: string }): boolean {
    const isEnough = funds >= cost * (RESERVE + 1n)
    if (!isEnough) logger.error(about, 'the paying wallet has too little to sweep a deposit address')
    return isEnough
  }

  /** Moves on with one target. */
  async function moveOn(
    node: ChainNode,
    about: { run: SweepRun; target: SweepTarget; payer: HDAccount },
  ): Promise<Step> {
    const { run, target, payer } = about
    const last = await sweepsRepository(database.read).lastOf(node.chainId, target.address)
    if (last && !ENDS.includes(last.state)) return 'open'
    const balance = await node.balance(target.contract, target.address)
    // Contracts with fewer decimals have larger units than the ledger.
    const isAbove = unitsOnChain(balance, target.decimals).units > BigInt(run.above)
    if (balance < unitSize(target.decimals) || !isAbove) return 'nothing'
    return sweepOne(node, { run, payer, move: { target, balance, lastId: last?.id } })
  }

  /** One that fails doesn't hold up others, unless the node is off. */
  async function tolerate<Result>(
    node: ChainNode,
    about: { work: () => Promise<Result>; otherwise: Result; address: string },
  ): Promise<Result> {
    return about.work().catch(async (error: unknown) => {
      logger.error({ err: error, address: about.address }, 'a deposit address can’t be swept at present')
      await node.head()
      return about.otherwise
    })
  }

  return {
    ask,
    start: (above: number): SweepRun => ({
      ...{ above, begun: [], tried: new Set(), left: null, skipped: new Set() },
    }),
    /** One step of a run. `isOver`: nothing is left to begin, and nothing on its way that a node has. */
    async step(node: ChainNode, run: SweepRun): Promise<{ isOver: boolean }> {
      const read = sweepsRepository(database.read)
      for (const row of await read.open(node.chainId))
        await tolerate(node, { work: () => ask(node, row), otherwise: undefined, address: row.address })
      const payer = await wallet.account()
      if (!payer) return { isOver: true }
      if (await wallet.isHalted()) throw new DomainError('SWEEP_HALTED')
      const [foreign] = await withdrawalsRepository(database.read).foreign([node.chainId])
      if (foreign) throw new DomainError('WALLET_NONCE_DIFFERS', undefined, { id: String(foreign.found) })
      const steps = new Map<SweepTarget, Step>()
      for (const target of run.left ?? (await read.targets(node.chainId))) {
        const work = () => moveOn(node, { run, target, payer })
        const step = await tolerate<Step>(node, { work, otherwise: 'skipped', address: target.address })
        if (step === 'skipped') run.skipped.add(target.address)
        steps.set(target, step)
      }
      const unended = [...steps].filter(([, step]) => step !== 'nothing' && step !== 'skipped')
      run.left = unended.map(([target]) => target)
      const isWaiting = unended.some(([, step]) => step !== 'open')
      const open = await read.open(node.chainId)
      return { isOver: !isWaiting && open.every(({ state }) => state === 'unknown') }
    },
    /** What a run has begun, and what is on its way. */
    async report(chainId: number, run: SweepRun): Promise<SweepRow[]> {
      const read = sweepsRepository(database.read)
      const open = (await read.open(chainId)).map(({ id }) => id)
      return read.byIds([...new Set([...run.begun, ...open])])
    },
    /** For operators: sends the very same signed transaction again. Null: there is no such sweep. */
    async sendAgain(node: ChainNode, id: string): Promise<SweepRow | null> {
      const row = await sweepsRepository(database.read).get(id)
      if (!row) return null
      if (ENDS.includes(row.state)) throw new DomainError('WITHDRAWAL_ENDED')
      // Before it: killed after it was sent, it would be in no log.
      await database.transaction((tx) => operatorLog.act(tx, 'operator', { act: 'sent again', detail: id }))
      await node.send(row.signed)
      await mark(row, { state: 'sent' })
      return row
    },
    /** For operators, who have looked at the chain. False: there is no such sweep. */
    async endByHand(node: ChainNode, { id, isPaid }: { id: string; isPaid: boolean }): Promise<boolean> {
      const row = await sweepsRepository(database.read).get(id)
      if (!row) return false
      if (ENDS.includes(row.state)) throw new DomainError('WITHDRAWAL_ENDED')
      const from = row.kind === 'tokens' ? row.address : ((await wallet.address()) ?? '')
      if (!(await wallet.isNumberUsed(node, { from, nonce: row.nonce }))) throw new DomainError('WITHDRAWAL_OPEN')
      await database.transaction(async (tx) => {
        const change = { state: isPaid ? 'confirmed' : 'failed', changed_at: clock.now() } as const
        if (!(await sweepsRepository(tx.connection).change(row, change))) throw new DomainError('WITHDRAWAL_OPEN')
        const act = isPaid ? 'ended as paid sweep' : 'ended as unpaid sweep'
        await operatorLog.act(tx, 'operator', { act, detail: id })
      })
      return true
    },
  }
}
