import { exportJWK, generateKeyPair, type JWK } from 'jose'

interface RsaKeys {
  privateKey: CryptoKey
  jwk: JWK
}

/** Keys that were given back. Making a pair takes a fifth of a second of a whole core. */
const unused: RsaKeys[] = []

async function makeRsaKeys(): Promise<RsaKeys> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, jwk: await exportJWK(publicKey) }
}

/** A pair of keys that nobody else has at the time. */
export async function borrowRsaKeys(): Promise<RsaKeys & { giveBack(): void }> {
  const keys = unused.pop() ?? (await makeRsaKeys())
  return { ...keys, giveBack: () => void unused.push(keys) }
}

let attacking: Promise<RsaKeys> | undefined

/** A pair of keys that no issuer ever has. */
export function attackersKeys(): Promise<RsaKeys> {
  attacking ??= makeRsaKeys()
  return attacking
}
