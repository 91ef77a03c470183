import { exportJWK, generateKeyPair, type JWK } from 'jose'

interface RsaKeys {
  privateKey: CryptoKey
  jwk: JWK
}

/** Returned keys. Generating a pair takes 0.2 s of a core. */
const unused: RsaKeys[] = []

async function makeRsaKeys(): Promise<RsaKeys> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, jwk: await exportJWK(publicKey) }
}

/** Lends a pair of keys that nobody else is using. */
export async function borrowRsaKeys(): Promise<RsaKeys & { release(): void }> {
  const keys = unused.pop() ?? (await makeRsaKeys())
  return { ...keys, release: () => void unused.push(keys) }
}

let attacking: Promise<RsaKeys> | undefined

/** A pair of keys that no issuer uses. */
export function attackersKeys(): Promise<RsaKeys> {
  attacking ??= makeRsaKeys()
  return attacking
}
