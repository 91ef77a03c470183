import { Resolver } from 'node:dns/promises'
import { HOST_PROOF_PATH, HOST_PROOF_RECORD } from '@stoa/contract'
import type { Fetcher } from '../../../platform/fetcher/fetcher.ts'

const DNS_TIMEOUT_MS = 5000
/** More than a file with a token needs. */
const FILE_MAX_BYTES = 4096

/** Whether the owner of a host has put its token there. */
export type HostProof = (host: string, about: { protocol: string; token: string }) => Promise<boolean>

/**
 * Looks for a token in a TXT record of the host, and in a file on it. A host that leads to this server already can only
 * be proven by DNS: the server doesn't serve the file.
 */
export function createHostProof({
  fetcher,
  resolveTxt = (name) => new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 }).resolveTxt(name),
}: {
  fetcher: Pick<Fetcher, 'fetchStream'>
  /** For tests. Default: the system's. */
  resolveTxt?: (name: string) => Promise<string[][]>
}): HostProof {
  async function isInDns(host: string, token: string): Promise<boolean> {
    const records = await resolveTxt(`${HOST_PROOF_RECORD}.${host.replace(/:\d+$/, '')}`)
    return records.some((parts) => parts.join('').trim() === `stoa-verification=${token}`)
  }

  async function isInFile(address: string, token: string): Promise<boolean> {
    const text = await fetcher.fetchStream(address, { accept: 'text/plain' }, async (bytes) => {
      const parts: Buffer[] = []
      let length = 0
      for await (const part of bytes) {
        parts.push(part)
        length += part.length
        if (length > FILE_MAX_BYTES) break
      }
      return Buffer.concat(parts).subarray(0, FILE_MAX_BYTES).toString('utf8')
    })
    return text.trim() === token
  }

  return async (host, { protocol, token }) => {
    // Whatever keeps one proof from being found, the other may be there.
    const found = await Promise.allSettled([
      isInDns(host, token),
      isInFile(`${protocol}//${host}${HOST_PROOF_PATH}`, token),
    ])
    return found.some((result) => result.status === 'fulfilled' && result.value)
  }
}
