import { createHmac } from 'node:crypto'
import { deriveKey, sha256 } from '../security/keys.ts'
import { openSealed, seal } from '../security/seal.ts'

/** How the answer to one request is kept. */
export interface ResponseFormat {
  /** Tells the request's body from others, without giving it away. */
  bodyHash: string
  close(answer: string): string
  /** What `close` was given, for a request with this `bodyHash`. */
  open(kept: string): string
}

/** Keeps answers that hold no secrets: as they are. */
export function plainResponses(body: string): ResponseFormat {
  return { bodyHash: sha256(body), close: (answer) => answer, open: (kept) => kept }
}

/**
 * Keeps answers that hold tokens: encrypted (AES-256-GCM) under a key made of the server's secret and of the whole
 * request, which is not stored. Neither the database, nor that with the secret, nor the idempotency key alone opens one:
 * it takes the request itself, with its password, code or cookie. The hash of the body is keyed in the same way, so that
 * a password can't be tried against it.
 */
export function createSealedResponses(secret: string): (request: { place: string; body: string }) => ResponseFormat {
  const root = deriveKey(secret, 'stoa kept answers')
  const derive = (purpose: string, { place, body }: { place: string; body: string }) =>
    createHmac('sha256', root)
      .update(JSON.stringify([purpose, place, body]))
      .digest()
  return (request) => {
    const key = derive('answer', request)
    return {
      bodyHash: derive('body', request).toString('hex'),
      close: (answer) => seal(key, answer),
      open: (kept) => openSealed(key, kept),
    }
  }
}
