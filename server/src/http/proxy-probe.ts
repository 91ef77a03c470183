import type { IncomingMessage } from 'node:http'
import { MINUTE_MS } from '../platform/clock.ts'
import { clientAddress, type TrustProxy } from '../platform/security/address.ts'
import { deriveKey, openSealed, seal, shortMac } from '../platform/security/keys.ts'

/** Header of a probe by `stoa doctor`. */
export const PROBE_HEADER = 'x-stoa-probe'
/** How long a probe is valid. The clocks of two machines may differ by as much. */
const VALID_MS = MINUTE_MS

/** A request as the server sees it. */
export interface SeenRequest {
  /** The address that the request came from: the nearest proxy's, if there is one. */
  nearest: string
  /** Whether that is a trusted proxy. */
  isTrusted: boolean
  /** Whether its `X-Forwarded-Host` is trusted. */
  setsHost: boolean
  /** The address that rate limits count against. */
  client: string
  forwardedFor: string | null
  forwardedHost: string | null
}

const signingKey = (secret: string) => deriveKey(secret, 'stoa proxy probe')
const sealingKey = (secret: string) => deriveKey(secret, 'stoa proxy probe result')
const signed = (key: Buffer, until: number) => `${until}.${shortMac(key, String(until))}`

/** The value of a probe's header. */
export function signProbe(secret: string, now: number): string {
  return signed(signingKey(secret), now + VALID_MS)
}

/** What the server says to a probe; null: nothing, or with another secret. */
export function openProbe(secret: string, sealed: unknown): SeenRequest | null {
  if (typeof sealed !== 'string') return null
  try {
    return JSON.parse(openSealed(sealingKey(secret), sealed)) as SeenRequest
  } catch {
    return null
  }
}

/**
 * Tells whoever has the secret how the server sees their request, encrypted: nobody else learns about the network, not even
 * with a copied header. Undefined: the request is no valid probe.
 */
export function createProbeReply(about: {
  secret: string
  trustProxy: TrustProxy
  setsHost: TrustProxy
}): (request: IncomingMessage) => string | undefined {
  const { secret, trustProxy, setsHost } = about
  const [signing, sealing] = [signingKey(secret), sealingKey(secret)]
  return (request) => {
    const given = request.headers[PROBE_HEADER]
    if (typeof given !== 'string') return undefined
    const until = Number.parseInt(given, 10)
    const rest = until - Date.now()
    // Needs no constant-time comparison: the response is encrypted.
    if (given !== signed(signing, until) || rest < 0 || rest > VALID_MS * 2) return undefined
    const nearest = request.socket.remoteAddress ?? ''
    const found: SeenRequest = {
      nearest,
      isTrusted: trustProxy(nearest, 0),
      setsHost: setsHost(nearest, 0),
      client: clientAddress(request, trustProxy),
      forwardedFor: text(request.headers['x-forwarded-for']),
      forwardedHost: text(request.headers['x-forwarded-host']),
    }
    return seal(sealing, JSON.stringify(found))
  }
}

const text = (header: string | string[] | undefined) => (header === undefined ? null : String(header))
