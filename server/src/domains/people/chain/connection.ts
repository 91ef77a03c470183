import type { Platform } from '../../../platform/platform.ts'
import { LOCAL_CHAIN_ID, type LocalChain, noteLocalChain, placeTestToken, startLocalChain } from './local-chain.ts'
import { type ChainNode, connectNode } from './node.ts'
import { chainRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'config'> {
  /** Null: no chain, or a local one. */
  url: string | null
  /** The program of the local chain; null: none. */
  anvil: string | null
  stateFile: string
}

/** Between blocks of the local chain, so that confirmations come by themselves. */
const LOCAL_BLOCK_SECONDS = 1

export type ChainConnection = ReturnType<typeof createChainConnection>

/** The chain's node, connected when it is needed first. */
export function createChainConnection({ database, config, url, anvil, stateFile }: Dependencies) {
  let local: Promise<LocalChain> | null = null
  let node: Promise<ChainNode> | null = null
  let isClosed = false

  async function startLocal(program: string): Promise<LocalChain> {
    const chain = await startLocalChain(program, { blockSeconds: LOCAL_BLOCK_SECONDS, stateFile })
    noteLocalChain(config.dataFolder, chain.url)
    if (isClosed) chain.stop()
    return chain
  }

  async function connect(): Promise<ChainNode> {
    if (url !== null) return connectNode(url)
    if (anvil === null) throw new Error('There is no chain.')
    local ??= startLocal(anvil)
    return connectNode((await local).url)
  }

  /** The node; null: no token is on the chain, so that there is nothing to ask. */
  async function connected(): Promise<ChainNode | null> {
    if (isClosed || (url === null && anvil === null)) return null
    const tokens = await chainRepository(database.read).tokens()
    if (tokens.length === 0) return null
    node ??= connect().catch((error: unknown) => {
      // The next reading tries again.
      ;[node, local] = [null, null]
      throw error
    })
    const connection = await node
    if (local) {
      const { url: address } = await local
      for (const { chain_id, contract } of tokens)
        if (chain_id === LOCAL_CHAIN_ID) await placeTestToken(address, contract)
    }
    return connection
  }

  return {
    isOn: url !== null || anvil !== null,
    node: connected,
    hasTokens: async () => (await chainRepository(database.read).tokens()).length > 0,
    /** For commands that add the first token. */
    direct: connect,
    close() {
      isClosed = true
      void local?.then((chain) => chain.stop())
    },
  }
}
