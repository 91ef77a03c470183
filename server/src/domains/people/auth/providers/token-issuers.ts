import { createRemoteJWKSet, customFetch, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose'
import { DomainError } from '../../../../platform/domain-error.ts'
import { fetchBounded } from '../../../../platform/fetcher/fetcher.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { TokenIssuer } from '../../tenants/index.ts'

/** Claims of a valid token. */
export type Claims = JWTPayload & { iss: string; sub: string; exp: number; iat: number }

export type TokenReader = ReturnType<typeof createTokenReader>

/** How long fetched keys are cached. An unknown key is fetched right away. */
export const KEYS_FOR_MS = 10 * 60 * 1000
/** Limit set by OpenID Connect. */
export const SUBJECT_MAX_LENGTH = 255

/** Verifies identity tokens of issuers that publish rotating keys. */
export function createTokenReader({ clock, logger }: Pick<Platform, 'clock' | 'logger'>) {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()
  const keysAt = (address: string) => {
    const keys =
      keySets.get(address) ??
      createRemoteJWKSet(new URL(address), {
        cacheMaxAge: KEYS_FOR_MS,
        [customFetch]: (url, { headers, method }) => fetchBounded(url, { headers, method }),
      })
    keySets.set(address, keys)
    return keys
  }

  return {
    /** Throws INVALID_CREDENTIALS for an invalid token, and PROVIDER_FAILED if its issuer's keys are unavailable. */
    async read(token: string, { issuers, clientId, jwksUri }: TokenIssuer): Promise<Claims> {
      const now = clock.now()
      const options = {
        algorithms: ['RS256'],
        issuer: [...issuers],
        audience: clientId,
        requiredClaims: ['sub', 'exp', 'iat'],
        currentDate: new Date(now),
      }
      const verified = await jwtVerify(token, keysAt(jwksUri), options).catch((error: unknown) => {
        if (isRefusal(error)) return null
        logger.warn({ host: new URL(jwksUri).host, reason: String(error) }, 'the keys of an issuer are out of reach')
        throw new DomainError('PROVIDER_FAILED')
      })
      const claims = verified?.payload as Claims | undefined
      const isSomebody = typeof claims?.sub === 'string' && claims.sub !== '' && claims.sub.length <= SUBJECT_MAX_LENGTH
      if (!claims || !isSomebody) throw new DomainError('INVALID_CREDENTIALS')
      return claims
    },
  }
}

const OUT_OF_REACH = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])

/** Whether the token is invalid, rather than the issuer unavailable. */
export function isRefusal(error: unknown): boolean {
  return error instanceof joseErrors.JOSEError && !OUT_OF_REACH.has(error.code)
}
