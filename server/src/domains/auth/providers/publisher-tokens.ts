import { createRemoteJWKSet, customFetch, type JWTVerifyOptions, jwtVerify } from 'jose'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Fetcher } from '../../../platform/fetcher/fetcher.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { type Claims, isRefusal, KEYS_FOR_MS, SUBJECT_MAX_LENGTH } from './token-issuers.ts'

/** By what a publisher's word is known: a shared secret, or the address of its public keys. */
export interface PublisherKey {
  kind: 'secret' | 'jwks'
  value: string
}

/** By how many seconds a publisher's clock may differ. */
export const TOLERANCE_S = 30
const LONGEST_S = 10 * 60

/** What each kind of key signs with: what is public must never do for a secret. */
const ALGORITHMS: Record<PublisherKey['kind'], string[]> = {
  secret: ['HS256'],
  jwks: ['RS256', 'PS256', 'ES256', 'EdDSA'],
}

export type PublisherTokens = ReturnType<typeof createPublisherTokens>

/** Reads tokens with which publishers vouch for their readers. */
export function createPublisherTokens(about: { clock: Clock; logger: Logger; fetcher: Pick<Fetcher, 'fetchJson'> }) {
  const { clock, logger, fetcher } = about
  const known = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

  /** Only what the operator has named is asked; addresses and keys in a token's header are not looked at. */
  function keysAt(address: string) {
    const keys =
      known.get(address) ??
      createRemoteJWKSet(new URL(address), {
        cacheMaxAge: KEYS_FOR_MS,
        [customFetch]: async (url) => Response.json(await fetcher.fetchJson(url)),
      })
    known.set(address, keys)
    return keys
  }

  async function verified(token: string, { kind, value }: PublisherKey, options: JWTVerifyOptions) {
    const checked = { ...options, algorithms: ALGORITHMS[kind] }
    const { payload } =
      kind === 'secret'
        ? await jwtVerify(token, new TextEncoder().encode(value), checked)
        : await jwtVerify(token, keysAt(value), checked)
    return payload as Claims
  }

  return {
    /** Throws INVALID_CREDENTIALS for any token that does not hold, and PROVIDER_FAILED when the keys are out of reach. */
    async read(token: string, { key, origin, forum }: { key: PublisherKey; origin: string; forum: string }) {
      const options = {
        typ: 'JWT',
        issuer: origin,
        audience: forum,
        requiredClaims: ['sub', 'exp', 'iat'],
        maxTokenAge: LONGEST_S,
        clockTolerance: TOLERANCE_S,
        currentDate: new Date(clock.now()),
      }
      const claims = await verified(token, key, options).catch((error: unknown) => {
        if (isRefusal(error)) throw new DomainError('INVALID_CREDENTIALS')
        logger.warn({ origin, reason: String(error) }, 'the keys of a publisher are out of reach')
        throw new DomainError('PROVIDER_FAILED')
      })
      const isSomebody = typeof claims.sub === 'string' && claims.sub !== '' && claims.sub.length <= SUBJECT_MAX_LENGTH
      // It names the token, by which that is taken once.
      const isNamed = claims.jti === undefined || typeof claims.jti === 'string'
      if (!isSomebody || !isNamed || claims.exp - claims.iat > LONGEST_S) throw new DomainError('INVALID_CREDENTIALS')
      return claims
    },
  }
}
