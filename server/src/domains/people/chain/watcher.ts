import type { Platform } from '../../../platform/platform.ts'
import { knownDeposits } from './known-deposits.ts'
import type { ChainBlock, ChainNode, TokenTransfer } from './node.ts'
import { type ChainCursorRow, type ChainDepositRow, type ChainTokenRow, chainRepository } from './repository.ts'
import { fitsLedger, unitsOnChain } from './units.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'logger'> {
  settle(chainId: number): Promise<void>
}

/** Blocks per question. */
const RANGE = 500
/** Blocks that are read a second time: a node that lagged may have left something out. */
const OVERLAP = 20
/** Questions per pass, so that the work of others isn't held up. */
const RANGES_MAX = 200
/** How far back the last blocks of ranges are remembered. Older reorganisations are read from the start. */
const REMEMBERED = 20_000
/** A chain that changes while it is read is read again, this often. */
const TRIES = 5

/** A range of blocks as the node had it, whose last block hasn't changed meanwhile. */
interface ReadRange {
  cursor: ChainCursorRow
  from: number
  last: ChainBlock
  transfers: TokenTransfer[]
  /** Hashes of blocks that had deposits and are no longer on the chain. */
  replaced: ReadonlySet<string>
}

/** Reads a chain's transfers to members' addresses, and books them once they are deep enough. */
export function createDepositWatcher({ database, clock, ids, logger, settle }: Dependencies) {
  /** The cursor's block, or the newest earlier one that is still on the chain. Null: the node lags. */
  async function fork(node: ChainNode, cursor: ChainCursorRow): Promise<ChainBlock | null> {
    const now = await node.block(cursor.number)
    if (!now) return null
    if (now.hash === cursor.hash) return cursor
    for (const checkpoint of await chainRepository(database.read).checkpoints(cursor.chain_id)) {
      if (checkpoint.number >= cursor.number) continue
      if ((await node.block(checkpoint.number))?.hash === checkpoint.hash) return checkpoint
    }
    return node.block(cursor.start)
  }

  /** Changes something if nobody else has moved the cursor since it was read. */
  async function ifUnmoved(cursor: ChainCursorRow, work: (chain: ReturnType<typeof chainRepository>) => Promise<void>) {
    return database.transaction(async ({ connection }) => {
      const chain = chainRepository(connection)
      const present = await chain.lockCursor(cursor.chain_id, database.dialect)
      if (present?.version !== cursor.version) return false
      await work(chain)
      return true
    })
  }

  /** Reads the next blocks, and the last ones again. Null: the chain changed meanwhile. */
  async function read(
    node: ChainNode,
    about: { cursor: ChainCursorRow; contracts: readonly string[]; head: ChainBlock },
  ): Promise<ReadRange | null> {
    const { cursor, contracts, head } = about
    // Also what is before the start: a reorganisation may move a deposit there.
    const from = Math.max(0, cursor.number + 1 - OVERLAP)
    const to = Math.min(head.number, cursor.number + RANGE)
    const last = await node.block(to)
    if (!last) return null
    const transfers = from > to ? [] : await node.transfers({ contracts, from, to })
    const former = await chainRepository(database.read).depositsIn(cursor.chain_id, { from, to })
    const heights = new Map(
      former.filter(({ present }) => present === 1).map(({ block_number, block_hash }) => [block_hash, block_number]),
    )
    const replaced = new Set<string>()
    for (const [hash, number] of heights) if ((await node.block(number))?.hash !== hash) replaced.add(hash)
    // A block's hash says what is below it: if the last one stayed, all did.
    const isSame = (await node.block(cursor.number))?.hash === cursor.hash
    const isLast = (await node.block(to))?.hash === last.hash
    return isSame && isLast ? { cursor, from, last, transfers, replaced } : null
  }

  /** Stores what a range has, with the cursor: all of it, or nothing. */
  async function store(range: ReadRange, tokens: readonly ChainTokenRow[]): Promise<void> {
    const { cursor, from, last, transfers, replaced } = range
    const { chain_id } = cursor
    await ifUnmoved(cursor, async (chain) => {
      const owners = await chain.ownAddresses([...new Set(transfers.map(({ to }) => to))])
      const own = transfers.filter(({ to, amount }) => owners.has(to) && amount > 0n)
      const rows = await chain.depositsOfTransactions(chain_id, [...new Set(own.map(({ txHash }) => txHash))])
      const communityOf = new Map(tokens.map(({ contract, community_id }) => [contract, community_id]))
      const known = knownDeposits(own, { rows, communityOf })
      const seen = new Set<string>()
      for (const transfer of own) {
        const row = known.get(transfer)
        if (row) {
          seen.add(row.id)
          const { blockNumber: block_number, blockHash: block_hash, logIndex: log_index } = transfer
          await chain.changeDeposit(row.id, { block_number, block_hash, log_index, present: 1 })
          continue
        }
        const owner = owners.get(transfer.to)
        const token = tokens.find(({ contract }) => contract === transfer.contract)
        const added = owner && token && depositRow({ chain_id, transfer, token, owner })
        if (added) await chain.addDeposit(added)
      }
      for (const { id, block_hash } of await chain.depositsIn(chain_id, { from, to: last.number })) {
        // What a node leaves out is still there, as long as its block is.
        if (!seen.has(id) && replaced.has(block_hash)) await chain.changeDeposit(id, { present: 0 })
      }
      await chain.moveCursor(cursor, last)
      await chain.forgetCheckpoints(chain_id, last.number - REMEMBERED)
    })
  }

  /** Null: no account could hold it. */
  function depositRow(about: {
    chain_id: number
    transfer: TokenTransfer
    token: ChainTokenRow
    owner: { user_id: string; address: string }
  }): ChainDepositRow | null {
    const { chain_id, transfer, token, owner } = about
    const { units } = unitsOnChain(transfer.amount, token.decimals)
    if (!fitsLedger(units)) {
      logger.error({ transaction: transfer.txHash }, 'a deposit is too large for the ledger')
      return null
    }
    return {
      ...{ id: ids.next(), chain_id, tx_hash: transfer.txHash, log_index: transfer.logIndex },
      ...{ block_number: transfer.blockNumber, block_hash: transfer.blockHash, address: owner.address },
      // The contract says which token it is; the address whose it is.
      ...{ community_id: token.community_id, user_id: owner.user_id, amount: String(transfer.amount) },
      ...{ units: Number(units), present: 1, credited: 0, credits: 0, fee: 0, owed: 0, created_at: clock.now() },
    }
  }

  /** Reads up to the newest block. False: there is more to read. */
  async function readAll(node: ChainNode, tokens: readonly ChainTokenRow[]): Promise<boolean> {
    const contracts = tokens.map(({ contract }) => contract)
    let tries = 0
    for (let ranges = 0; ranges < RANGES_MAX && tries < TRIES; ranges += 1) {
      const cursor = await chainRepository(database.read).cursor(node.chainId)
      if (!cursor) return false
      const base = await fork(node, cursor)
      if (!base) return false
      if (base.hash !== cursor.hash) {
        await ifUnmoved(cursor, (chain) => chain.moveCursor(cursor, base))
        continue
      }
      const head = await node.head()
      if (head.number < cursor.number) return false
      const range = await read(node, { cursor, contracts, head })
      if (!range) {
        tries += 1
        continue
      }
      await store(range, tokens)
      if (range.last.number >= head.number) return true
    }
    return false
  }

  return {
    /** Reads what is new. Nothing is booked before all is read, so that what only moved to another block stays booked. */
    async watch(node: ChainNode): Promise<void> {
      const tokens = (await chainRepository(database.read).tokens()).filter(({ chain_id }) => chain_id === node.chainId)
      if (tokens.length > 0 && (await readAll(node, tokens))) await settle(node.chainId)
    },
  }
}
