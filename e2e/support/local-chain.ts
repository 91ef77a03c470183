import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './harness.ts'

/** Selectors of the test token's functions `mint(address,uint256)` and `balanceOf(address)`. */
const MINT = '0x40c10f19'
const BALANCE_OF = '0x70a08231'
/** The test token has 18 decimals. */
const TOKEN = 10n ** 18n

/** The chain that a forum has started on this machine. From now on, it has a new block only when the journey says so. */
export async function localChainOf(data: string) {
  const file = join(data, 'local-chain.json')
  await expect.poll(() => existsSync(file)).toBe(true)
  const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string }

  async function ask<Answer>(method: string, ...params: unknown[]): Promise<Answer> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = (await response.json()) as { result: Answer; error?: { message: string } }
    if (error) throw new Error(`The local chain refused ${method}: ${error.message}`)
    return result
  }
  await ask('evm_setIntervalMining', 0)
  const [bank = '', stranger = ''] = await ask<string[]>('eth_accounts')

  return {
    /** Address of somebody outside the forum, in lower case. */
    stranger,
    mine: (blocks: number) => ask<null>('anvil_mine', `0x${blocks.toString(16)}`),
    /** Sends tokens to an address, in the next block. */
    async send(contract: string, { to, tokens }: { to: string; tokens: number }): Promise<void> {
      // The forum puts the contract there after it has started the chain.
      await expect.poll(() => ask<string>('eth_getCode', contract, 'latest')).not.toBe('0x')
      const data = MINT + word(to) + word((BigInt(tokens * 1000) * TOKEN) / 1000n)
      await ask('eth_sendTransaction', { from: bank, to: contract, data, gas: '0x30d40' })
    },
    /** Gives an address the chain's own coin, for fees. */
    fund: (address: string) => ask<null>('anvil_setBalance', address, `0x${TOKEN.toString(16)}`),
    /** How many tokens an address has. */
    async tokensOf(contract: string, address: string): Promise<number> {
      const answer = await ask<string>('eth_call', { to: contract, data: BALANCE_OF + word(address) }, 'latest')
      return Number((BigInt(answer) * 1000n) / TOKEN) / 1000
    },
  }
}

/** A parameter of a contract's function. */
function word(value: string | bigint): string {
  return (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')
}
