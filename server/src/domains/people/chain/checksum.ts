import { DomainError } from '../../../platform/domain-error.ts'

/** An address with the checksum in its letters. Throws if it has a wrong one, or is none. */
export async function checksummed(typed: string): Promise<string> {
  const { getAddress, isAddress } = await import('viem/utils')
  // Letters of one case have no checksum.
  const isPlain = /^0x(?:[\da-f]{40}|[\dA-F]{40})$/.test(typed)
  if (!isAddress(isPlain ? typed.toLowerCase() : typed)) throw new DomainError('ADDRESS_INVALID')
  return getAddress(typed.toLowerCase())
}
