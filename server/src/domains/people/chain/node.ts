import type { HDAccount, Hex } from 'viem'

/** A block by its height and hash. */
export interface ChainBlock {
  number: number
  hash: string
}

/** Tokens that changed hands, as a contract's log says. */
export interface TokenTransfer {
  contract: string
  txHash: string
  logIndex: number
  blockNumber: number
  blockHash: string
  to: string
  /** In the contract's own units. */
  amount: bigint
}

/** What became of a transaction, with the tokens that it moved, as contracts' logs say. */
export interface TransactionReceipt {
  blockNumber: number
  isSuccess: boolean
  moved: { contract: string; from: string; to: string; amount: bigint }[]
}

/** What the server asks a node of a chain. Addresses have the checksum in their letters. */
export interface ChainNode {
  chainId: number
  /** The newest block. */
  head(): Promise<ChainBlock>
  /** Null: the node has no block so high. */
  block(number: number): Promise<ChainBlock | null>
  /** Transfers of these contracts' tokens in these blocks. */
  transfers(about: { contracts: readonly string[]; from: number; to: number }): Promise<TokenTransfer[]>
  decimals(contract: string): Promise<number>
  balance(contract: string, owner: string): Promise<bigint>
  /** What each of these owners had in a block. One request for all. */
  balances(about: { contract: string; owners: readonly string[]; block: number }): Promise<bigint[]>
  /** How many transactions the address has sent, up to a block. Default: the newest. `pending`: with those that wait. */
  nonceOf(address: string, block?: number | 'latest' | 'pending'): Promise<number>
  /** What became of a transaction; null: no block has it. */
  receipt(hash: string): Promise<TransactionReceipt | null>
  /** Hash of the address's transaction with this number, in a block up to `last`. Null: none is found there. */
  numbered(about: { address: string; nonce: number; last: number }): Promise<string | null>
  /** Whether a transaction is in a block, or waits for one. */
  knows(hash: string): Promise<boolean>
  /** A transfer of tokens that the contract would do now. Throws if it wouldn't. */
  prepareTransfer(about: { contract: string; from: string; to: string; amount: bigint }): Promise<PreparedTransaction>
  /** A transfer of the chain's own coin. */
  prepareCoins(about: { from: string; to: string; amount: bigint }): Promise<PreparedTransaction>
  /** The same as a signed transaction, with a fee that is high enough for nodes to take it instead, and for now. */
  prepareRaised(about: { from: string; raw: string }): Promise<PreparedTransaction>
  /** What the sender of a signed transaction needs of the chain's own coin, at most. */
  costOf(raw: string): bigint
  /** Sends a signed transaction, once. */
  send(raw: string): Promise<void>
}

/** A transaction that only lacks its number and signature. */
export interface PreparedTransaction {
  /** What its sender needs of the chain's own coin, at most: a node would refuse it after it was signed. */
  cost: bigint
  /** What its sender has. */
  funds: bigint
  sign(account: HDAccount, nonce: number): Promise<{ raw: Hex; hash: Hex }>
}

const TIMEOUT_MS = 10_000
/** Questions in one request. Nodes allow more. */
const BATCH = 100
/** Fees may grow until a block takes a transaction. */
const FEES_GROW = 2n
/** Nodes keep a transaction unless another one with its number pays a tenth more, or an eighth, in both its fees. */
const raised = (fee: bigint) => (fee * 9n) / 8n + 1n
/** A part more than estimated, because blocks change in between. */
const withMargin = (gas: bigint) => (gas * 12n) / 10n

interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** Opens a node by its address. Errors never contain the address, which may have a password. */
export async function connectNode(url: string): Promise<ChainNode> {
  // Loaded here, so that servers without a chain do without it.
  const viem = await import('viem')
  const { BlockNotFoundError, createPublicClient, erc20Abi, getAbiItem, getAddress, http } = viem
  const { encodeFunctionData, keccak256, parseEventLogs, parseTransaction } = viem
  const { TransactionNotFoundError, TransactionReceiptNotFoundError } = viem
  const client = createPublicClient({
    // Nothing is asked twice by itself: what wasn't answered is asked again at the next reading.
    transport: http(url, { timeout: TIMEOUT_MS, retryCount: 0 }),
    cacheTime: 0,
  })
  const batched = createPublicClient({
    transport: http(url, { timeout: TIMEOUT_MS, retryCount: 0, batch: { batchSize: BATCH } }),
    cacheTime: 0,
  })
  const event = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

  const isMissing = (error: unknown) =>
    error instanceof BlockNotFoundError ||
    error instanceof TransactionNotFoundError ||
    error instanceof TransactionReceiptNotFoundError

  /** The answer; null: the node has no such thing. */
  async function find<Result>(question: () => Promise<Result>): Promise<Result | null> {
    try {
      return await ask(question)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function ask<Result>(question: () => Promise<Result>): Promise<Result> {
    try {
      return await question()
    } catch (error) {
      if (isMissing(error)) throw error
      throw new ChainNodeError(error)
    }
  }
  const countAt = async (address: string, block: number) =>
    client.getTransactionCount({ address: getAddress(address), blockNumber: BigInt(block) })
  const blockOf = ({ number, hash }: { number: bigint; hash: string }) => ({ number: Number(number), hash })

  /** With at least these fees, and as high as they are now. */
  async function prepared(
    { account, to, data, value, gas }: { account: Hex; to: Hex; data: Hex; value: bigint; gas: bigint },
    least: Fees = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
  ) {
    const present = await client.estimateFeesPerGas()
    const maxPriorityFeePerGas = greater(present.maxPriorityFeePerGas, least.maxPriorityFeePerGas)
    const most = greater(present.maxFeePerGas * FEES_GROW, least.maxFeePerGas)
    const maxFeePerGas = greater(most, maxPriorityFeePerGas)
    return {
      cost: gas * maxFeePerGas + value,
      funds: await client.getBalance({ address: account }),
      async sign(signer: HDAccount, nonce: number) {
        const order = { type: 'eip1559', chainId, nonce, to, data, value, gas } as const
        const raw = await signer.signTransaction({ ...order, maxFeePerGas, maxPriorityFeePerGas })
        return { raw, hash: keccak256(raw) }
      },
    }
  }

  /** What a signed transaction does. Of what is zero in it, its bytes have nothing. */
  function parsed(raw: string) {
    const { to, gas = 0n, value = 0n, data = '0x', ...fees } = parseTransaction(raw as Hex)
    const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = fees
    return { to: getAddress(String(to)), gas, value, data, fees: { maxFeePerGas, maxPriorityFeePerGas } }
  }

  const chainId = await ask(() => client.getChainId())
  return {
    chainId,
    head: () => ask(async () => blockOf(await client.getBlock({ blockTag: 'latest' }))),
    block: (number) => find(async () => blockOf(await client.getBlock({ blockNumber: BigInt(number) }))),
    transfers: ({ contracts, from, to }) =>
      ask(async () => {
        const address = contracts.map((contract) => getAddress(contract))
        const range = { fromBlock: BigInt(from), toBlock: BigInt(to) }
        const logs = await client.getLogs({ address, event, strict: true, ...range })
        return logs
          .filter(({ removed }) => !removed)
          .map((log) => ({
            contract: getAddress(log.address),
            ...{ txHash: log.transactionHash, logIndex: log.logIndex },
            ...{ blockNumber: Number(log.blockNumber), blockHash: log.blockHash },
            ...{ to: getAddress(log.args.to), amount: log.args.value },
          }))
      }),
    decimals: (contract) =>
      ask(() => client.readContract({ address: getAddress(contract), abi: erc20Abi, functionName: 'decimals' })),
    balance: (contract, owner) =>
      ask(() =>
        client.readContract({
          ...{ address: getAddress(contract), abi: erc20Abi },
          ...{ functionName: 'balanceOf', args: [getAddress(owner)] },
        }),
      ),
    balances: ({ contract, owners, block }) =>
      ask(() =>
        Promise.all(
          owners.map((owner) =>
            batched.readContract({
              ...{ address: getAddress(contract), abi: erc20Abi, blockNumber: BigInt(block) },
              ...{ functionName: 'balanceOf', args: [getAddress(owner)] },
            }),
          ),
        ),
      ),
    nonceOf: (address, block = 'latest') =>
      ask(() =>
        typeof block === 'string'
          ? client.getTransactionCount({ address: getAddress(address), blockTag: block })
          : countAt(address, block),
      ),
    numbered: ({ address, nonce, last }) =>
      ask(async () => {
        const number = await firstWhere(last, async (block) => (await countAt(address, block)) > nonce)
        if (number === null) return null
        const block = await client.getBlock({ blockNumber: BigInt(number), includeTransactions: true })
        const isIt = (found: { from: string; nonce: number }) =>
          getAddress(found.from) === getAddress(address) && found.nonce === nonce
        return block.transactions.find(isIt)?.hash ?? null
      }),
    receipt: (hash) =>
      find(async () => {
        const { blockNumber, status, logs } = await client.getTransactionReceipt({ hash: hash as Hex })
        const moved = parseEventLogs({ abi: [event], logs, strict: true }).map(({ address, args }) => {
          return {
            contract: getAddress(address),
            from: getAddress(args.from),
            to: getAddress(args.to),
            amount: args.value,
          }
        })
        return { blockNumber: Number(blockNumber), isSuccess: status === 'success', moved }
      }),
    knows: async (hash) => (await find(() => client.getTransaction({ hash: hash as Hex }))) !== null,
    prepareTransfer: ({ contract, from, to, amount }) =>
      ask(async () => {
        const [account, target] = [getAddress(from), getAddress(contract)]
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [getAddress(to), amount] })
        const gas = await client.estimateGas({ account, to: target, data })
        // Some contracts answer with false instead of an error. Others answer with nothing, and have done it.
        const { data: answer = '0x' } = await client.call({ account, to: target, data })
        if (answer !== '0x' && BigInt(answer) === 0n) throw new Error('The contract refuses the transfer.')
        return prepared({ account, to: target, data, value: 0n, gas: withMargin(gas) })
      }),
    prepareCoins: ({ from, to, amount }) =>
      ask(async () => {
        const [account, target] = [getAddress(from), getAddress(to)]
        const gas = await client.estimateGas({ account, to: target, value: amount })
        return prepared({ account, to: target, data: '0x', value: amount, gas: withMargin(gas) })
      }),
    prepareRaised: ({ from, raw }) =>
      ask(async () => {
        const { fees, ...order } = parsed(raw)
        return prepared(
          { account: getAddress(from), ...order },
          { maxFeePerGas: raised(fees.maxFeePerGas), maxPriorityFeePerGas: raised(fees.maxPriorityFeePerGas) },
        )
      }),
    costOf(raw) {
      const { gas, value, fees } = parsed(raw)
      return gas * fees.maxFeePerGas + value
    },
    send: async (raw) => void (await ask(() => client.sendRawTransaction({ serializedTransaction: raw as Hex }))),
  }
}

/**
 * The first block up to `last` from which on something is so; null: it isn't. Begins with the newest ones, since nodes
 * forget what was long ago.
 */
async function firstWhere(last: number, isSo: (block: number) => Promise<boolean>): Promise<number | null> {
  if (last < 0 || !(await isSo(last))) return null
  let [so, other, step] = [last, last - 1, 1]
  while (other >= 0 && (await isSo(other))) {
    so = other
    step *= 2
    other = Math.max(-1, other - step)
  }
  while (so - other > 1) {
    const middle = Math.floor((so + other) / 2)
    if (await isSo(middle)) so = middle
    else other = middle
  }
  return so
}

const greater = (one: bigint, other: bigint) => (one > other ? one : other)

/** A node that didn't answer, or with an error. */
class ChainNodeError extends Error {
  override name = 'ChainNodeError'

  constructor(error: unknown) {
    const known = error as { shortMessage?: unknown; details?: unknown }
    const said = [known.shortMessage, known.details].filter((text) => typeof text === 'string').join(' ')
    super(`The chain’s node failed: ${withoutAddresses(said || String(error))}`)
  }
}

/** A text without web addresses, which may have passwords. */
function withoutAddresses(text: string): string {
  return text.replace(/\b(?:https?|wss?):\/\/\S+/g, '…')
}
