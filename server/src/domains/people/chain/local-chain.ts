import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sha256 } from '../../../platform/security/keys.ts'
import { TEST_TOKEN_CODE } from './test-token.ts'

/** The number by which local chains are known. */
export const LOCAL_CHAIN_ID = 31_337
/** File in the data folder that names the running local chain's address, for commands. */
const LOCAL_CHAIN_FILE = 'local-chain.json'

const NAMES: Record<string, string> = { 'linux x64': 'linux-amd64', 'linux arm64': 'linux-arm64' }
Object.assign(NAMES, { 'darwin x64': 'darwin-amd64', 'darwin arm64': 'darwin-arm64' })
/** Selector of `mint(address,uint256)`. */
const MINT = '0x40c10f19'
const START_TRIES = 100
const START_AGAIN_MS = 50

/** The program that runs a local chain, which is installed for development only. Null: it isn't. */
export function findAnvil(): string | null {
  const platform = NAMES[`${process.platform} ${process.arch}`]
  if (!platform) return null
  try {
    const require = createRequire(import.meta.url)
    const of = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
    return join(dirname(of.resolve(`@foundry-rs/anvil-${platform}/package.json`)), 'bin/anvil')
  } catch {
    return null
  }
}

export interface LocalChain {
  url: string
  stop(): void
}

/** Starts a chain on this machine. It ends with this process, even if that is killed. */
export async function startLocalChain(
  program: string,
  { blockSeconds = 0, stateFile = null }: { blockSeconds?: number; stateFile?: string | null } = {},
): Promise<LocalChain> {
  const port = await freePort()
  const options = [`--port ${port} --host 127.0.0.1 --silent`]
  if (blockSeconds > 0) options.push(`--block-time ${blockSeconds}`)
  const state = stateFile === null ? [] : ['--state', stateFile]
  // The shell ends the chain when its input ends, which it does with this process.
  const script = `"$@" ${options.join(' ')} </dev/null & child=$!; cat >/dev/null; kill $child`
  const child = spawn('sh', ['-c', script, 'sh', program, ...state], { stdio: ['pipe', 'ignore', 'ignore'] })
  child.unref()
  const url = `http://127.0.0.1:${port}`
  await started(url, child)
  return { url, stop: () => child.stdin?.end() }
}

/** Puts the code of the test token where a community's contract is. */
export async function placeTestToken(url: string, contract: string): Promise<void> {
  await askLocalChain(url, 'anvil_setCode', [contract, TEST_TOKEN_CODE])
}

/** Where a community's test token is on local chains. */
export async function testTokenOf(communityId: string): Promise<string> {
  const { getAddress } = await import('viem/utils')
  return getAddress(`0x${sha256(`test token ${communityId}`).slice(0, 40)}`)
}

/** Sends a question that only local chains answer. */
export async function askLocalChain(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (answer.error) throw new Error(`The local chain refused ${method}: ${answer.error.message}`)
  return answer.result
}

/** Writes the address of the running chain for commands. */
export function noteLocalChain(dataFolder: string, url: string): void {
  writeFileSync(join(dataFolder, LOCAL_CHAIN_FILE), JSON.stringify({ url }), { mode: 0o600 })
}

/** The running chain's address; null: none was noted. */
export function notedLocalChain(dataFolder: string): string | null {
  const file = join(dataFolder, LOCAL_CHAIN_FILE)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { url: string }).url : null
}

/** Has one of the chain's own ten accounts make test tokens; returns the transaction's hash. */
export async function mintTestTokens(
  url: string,
  { contract, to, amount, sender = 0 }: { contract: string; to: string; amount: bigint; sender?: number },
): Promise<string> {
  const from = ((await askLocalChain(url, 'eth_accounts', [])) as string[])[sender]
  const words = [to.slice(2).toLowerCase(), amount.toString(16)].map((hex) => hex.padStart(64, '0'))
  const order = { from, to: contract, data: MINT + words.join(''), gas: '0x30d40' }
  return String(await askLocalChain(url, 'eth_sendTransaction', [order]))
}

async function started(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await askLocalChain(url, 'eth_chainId', [])
      return
    } catch (error) {
      if (tries === START_TRIES || child.exitCode !== null) {
        throw new Error('The local chain did not start.', { cause: error })
      }
      await sleep(START_AGAIN_MS)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
