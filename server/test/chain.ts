import type { CallOutput } from '@stoa/contract'
import {
  askLocalChain,
  findAnvil,
  type LocalChain,
  placeTestToken,
  startLocalChain,
} from '../src/domains/people/chain/local-chain.ts'

/** The first of the accounts that a local chain has. */
export const RICH = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Where tests put a token. */
export const CONTRACT = '0x00000000000000000000000000000000000A11cE'
/** `mint(address,uint256)` and `transfer(address,uint256)`. */
const [MINT, TRANSFER] = ['0x40c10f19', '0xa9059cbb']

export type TestChain = Awaited<ReturnType<typeof startTestChain>>

/** A chain that makes a block for each transaction, and when told to. */
export async function startTestChain() {
  const anvil = findAnvil()
  if (anvil === null) throw new Error('Install @foundry-rs/anvil to test with a chain.')
  const chain: LocalChain = await startLocalChain(anvil)
  const ask = (method: string, ...params: unknown[]) => askLocalChain(chain.url, method, params)
  await placeTestToken(chain.url, CONTRACT)

  async function send(about: { selector: string; to: string; amount: bigint; contract: string }): Promise<string> {
    const { selector, to, amount, contract } = about
    const word = (hex: string) => hex.padStart(64, '0')
    const data = selector + word(to.slice(2).toLowerCase()) + word(amount.toString(16))
    return String(await ask('eth_sendTransaction', { from: RICH, to: contract, data, gas: '0x30d40' }))
  }
  return {
    ...{ url: chain.url, ask, stop: chain.stop },
    /** Makes tokens for an address, in the contract's own units. */
    mint: (to: string, amount: bigint, contract = CONTRACT) => send({ selector: MINT, to, amount, contract }),
    transfer: (to: string, amount: bigint, contract = CONTRACT) => send({ selector: TRANSFER, to, amount, contract }),
    mine: async (blocks: number) => void (await ask('anvil_mine', `0x${blocks.toString(16)}`)),
    /** Replaces the last blocks with empty ones. */
    reorganise: async (blocks: number) => void (await ask('anvil_reorg', blocks, [])),
    height: async () => Number(await ask('eth_blockNumber')),
  }
}

export type ShownDeposit = CallOutput<'walletChain'>['deposits'][number]
