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
}

const TIMEOUT_MS = 10_000

/** Opens a node by its address. Errors never contain the address, which may have a password. */
export async function connectNode(url: string): Promise<ChainNode> {
  // Loaded here, so that servers without a chain do without it.
  const { BlockNotFoundError, createPublicClient, erc20Abi, getAbiItem, getAddress, http } = await import('viem')
  const client = createPublicClient({
    // Nothing is asked twice by itself: what wasn't answered is asked again at the next reading.
    transport: http(url, { timeout: TIMEOUT_MS, retryCount: 0 }),
    cacheTime: 0,
  })
  const event = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

  async function ask<Result>(question: () => Promise<Result>): Promise<Result> {
    try {
      return await question()
    } catch (error) {
      if (error instanceof BlockNotFoundError) throw error
      throw new ChainNodeError(error)
    }
  }
  const blockOf = ({ number, hash }: { number: bigint; hash: string }) => ({ number: Number(number), hash })

  return {
    chainId: await ask(() => client.getChainId()),
    head: () => ask(async () => blockOf(await client.getBlock({ blockTag: 'latest' }))),
    async block(number) {
      try {
        return await ask(async () => blockOf(await client.getBlock({ blockNumber: BigInt(number) })))
      } catch (error) {
        if (error instanceof BlockNotFoundError) return null
        throw error
      }
    },
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
  }
}

/** A node that didn't answer, or with an error. */
export class ChainNodeError extends Error {
  override name = 'ChainNodeError'

  constructor(error: unknown) {
    const known = error as { shortMessage?: unknown; details?: unknown }
    const said = [known.shortMessage, known.details].filter((text) => typeof text === 'string')
    super(`The chain’s node failed: ${withoutAddresses(said.join(' ') || 'no answer')}`)
  }
}

/** A text without web addresses, which may have passwords. */
function withoutAddresses(text: string): string {
  return text.replace(/\b(?:https?|wss?):\/\/\S+/g, '…')
}
