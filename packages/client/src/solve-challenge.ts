import type { CallOutput } from '@stoa/contract'
import { StoaError } from './stoa-error.ts'

/** Concurrent digests: enough to keep the browser's crypto threads busy, few enough to return well within a frame. */
const BATCH = 64

/**
 * Solves an ALTCHA (version 1) proof of work: finds the number whose SHA-256 with the salt before it is the challenge.
 * Returns the payload that the server verifies. Doesn't block the page, as the digests run off the main thread in
 * batches. Source: the ALTCHA proof-of-work specification, altcha.org/docs/v2/proof-of-work.
 */
export async function solveChallenge(challenge: CallOutput<'appCheckChallenge'>): Promise<string> {
  // Missing on pages that aren't served securely.
  if (!globalThis.crypto?.subtle || challenge.algorithm !== 'SHA-256') throw unsolvableError()
  const startedAt = Date.now()
  const expectedDigest = bytesOf(challenge.challenge)
  const encoder = new TextEncoder()
  for (let first = 0; first <= challenge.maxnumber; first += BATCH) {
    const size = Math.min(BATCH, challenge.maxnumber - first + 1)
    const digests = await Promise.all(
      Array.from({ length: size }, (_, index) =>
        crypto.subtle.digest('SHA-256', encoder.encode(`${challenge.salt}${first + index}`)),
      ),
    )
    const index = digests.findIndex((digest) => sameBytes(new Uint8Array(digest), expectedDigest))
    if (index >= 0) {
      const { algorithm, salt, signature } = challenge
      const took = Date.now() - startedAt
      return btoa(
        JSON.stringify({ algorithm, challenge: challenge.challenge, number: first + index, salt, signature, took }),
      )
    }
  }
  throw unsolvableError()
}

function unsolvableError(): StoaError {
  return new StoaError('APP_CHECK_REQUIRED', { message: 'This browser could not pass the app check.' })
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
