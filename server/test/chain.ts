import { vi } from 'vitest'
import {
  askLocalChain,
  findAnvil,
  type LocalChain,
  mintTestTokens,
  placeTestToken,
  startLocalChain,
} from '../src/domains/people/chain/local-chain.ts'
import { type Payment, payAtOnce, placePayers } from './payers.ts'

/** Where tests put a token. */
export const CONTRACT = '0x00000000000000000000000000000000000A11cE'

/** Where tests put the contracts that pay several addresses at once, and several depending on the block. */
const PAYERS = {
  fixed: '0x00000000000000000000000000000000000F1CED',
  varying: '0x0000000000000000000000000000000000BADB10',
} as const

/** A running chain, with what tests do on it. */
export type TestChain = Awaited<ReturnType<typeof startTestChain>>

/** A chain that makes a block for each transaction, and when told to. */
export async function startTestChain() {
  const anvil = findAnvil()
  if (anvil === null) throw new Error('Install @foundry-rs/anvil to test with a chain.')
  const chain: LocalChain = await startLocalChain(anvil)
  const ask = (method: string, ...params: unknown[]) => askLocalChain(chain.url, method, params)
  await placeTestToken(chain.url, CONTRACT)
  await placePayers(chain.url, CONTRACT, PAYERS)
  // A block follows soon after the answer.
  const mined = async (transaction: string) => {
    if (await ask('anvil_getAutomine'))
      await vi.waitUntil(async () => (await ask('eth_getTransactionReceipt', transaction)) !== null)
    return transaction
  }

  return {
    ...{ url: chain.url, ask, stop: chain.stop },
    /** Makes tokens for an address, in the contract's own units. They are in a block, unless none are made by themselves. */
    async mint(to: string, amount: bigint, contract = CONTRACT): Promise<string> {
      return mined(await mintTestTokens(chain.url, { contract, to, amount }))
    },
    /** Pays several at once, in one transaction. By `varying`, each gets a ledger's unit more per block's number. */
    async payAll(payments: readonly Payment[], kind: keyof typeof PAYERS = 'fixed'): Promise<string> {
      return mined(await payAtOnce(chain.url, { payer: PAYERS[kind], payments }))
    },
    /** Sends a transaction: its signed bytes, or an order to the chain's own accounts. The same holds. */
    async send(what: string | object): Promise<string> {
      return mined(String(await ask(typeof what === 'string' ? 'eth_sendRawTransaction' : 'eth_sendTransaction', what)))
    },
    mine: async (blocks: number) => void (await ask('anvil_mine', `0x${blocks.toString(16)}`)),
    /** Replaces the last blocks with empty ones. */
    reorganise: async (blocks: number) => void (await ask('anvil_reorg', blocks, [])),
    height: async () => Number(await ask('eth_blockNumber')),
  }
}

export type Answer = (forward: () => Promise<Response>) => Promise<Response>

/** Answers that the node gives instead to questions with these methods. */
export function instead(answers: Record<string, Answer>) {
  const original = globalThis.fetch
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : ''
    const forward = () => original(input, init)
    const [, answer] = Object.entries(answers).find(([method]) => body.includes(`"${method}"`)) ?? []
    return answer ? answer(forward) : forward()
  })
}
/** A node that can't be reached. */
export const deadLine: Answer = async () => {
  throw new TypeError('the line is dead')
}
