import { type FieldIssue, httpUrl } from '@stoa/contract'
import { createRemoteJWKSet, customFetch, type JWTVerifyOptions, errors as joseErrors, jwtVerify } from 'jose'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { Fetcher } from '../../../../platform/fetcher/fetcher.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { isLoopback } from '../../../../platform/security/address.ts'
import { deriveKey, openSealed, seal } from '../../../../platform/security/keys.ts'
import type { Referral } from '../../accounts/index.ts'
import type { IssuedSession, SessionService } from '../sessions/service.ts'
import { PUBLISHER_KEY } from '../tables.ts'
import { profileOfClaims } from './profiles.ts'
import type { UsedProofs } from './proofs.ts'
import { publisherRepository } from './repository.ts'
import type { IdentityService } from './service.ts'
import { type Claims, isRefusal, KEYS_FOR_MS, SUBJECT_MAX_LENGTH } from './token-issuers.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'logger' | 'secret'> {
  tokens: PublisherTokens
  proofs: UsedProofs
  identities: Pick<IdentityService, 'accountOf'>
  sessions: Pick<SessionService, 'begin'>
}

/** A publisher's token for a reader of its page. */
export interface PublisherTokenInput {
  token: string
  /** Origin of the page, from the browser. */
  origin: string
  /** Origin of this forum. */
  forum: string
  referral: Referral
}

const SECRET_MIN_BYTES = 32
const UNREADABLE =
  'The key of this publisher was encrypted with another secret, so its readers can’t sign in. Set it again with: stoa sso:set'

/**
 * Publishers that sign in their own readers in the widget. Readers get separate accounts, identified by origin and the
 * publisher's id, so no publisher can name an account of the forum or of another publisher.
 */
export function createPublishers(dependencies: Dependencies) {
  const { database, clock, logger, tokens, proofs, identities, sessions } = dependencies
  const sealing = deriveKey(dependencies.secret, PUBLISHER_KEY)
  /** Sealed keys that were logged. */
  const unreadable = new Set<string>()

  async function keyOf(origin: string): Promise<PublisherKey> {
    const row = origin === '' ? undefined : await publisherRepository(database.read).byOrigin(origin)
    if (!row) throw new DomainError('METHOD_UNAVAILABLE')
    try {
      return { kind: row.kind as PublisherKey['kind'], value: openSealed(sealing, row.sealed) }
    } catch (error) {
      if (!unreadable.has(row.sealed)) logger.error({ origin }, UNREADABLE)
      unreadable.add(row.sealed)
      throw new DomainError('METHOD_UNAVAILABLE', undefined, { cause: error })
    }
  }

  return {
    /** Why a key isn't accepted; null if it is. */
    problemOf({ kind, value }: PublisherKey): string | null {
      if (kind === 'secret') {
        return Buffer.byteLength(value) < SECRET_MIN_BYTES ? `A secret has at least ${SECRET_MIN_BYTES} bytes.` : null
      }
      const url = httpUrl(value)
      // On an unencrypted connection keys could be replaced.
      const isSafe = url !== null && (url.protocol === 'https:' || isLoopback(url.hostname))
      return isSafe ? null : 'The keys stand at an address such as https://news.example/jwks.json'
    },
    /** Sets the key that verifies the origin's tokens from now on. */
    async set(origin: string, { kind, value }: PublisherKey): Promise<void> {
      await database.transaction(async ({ connection }) => {
        const row = { origin, kind, sealed: seal(sealing, value), created_at: clock.now() }
        await publisherRepository(connection).delete(origin)
        await publisherRepository(connection).insert(row)
      })
    },
    /** Stops accepting the origin's tokens. Returns false if there was no key. */
    async remove(origin: string): Promise<boolean> {
      return database.transaction(
        async ({ connection }) => (await publisherRepository(connection).delete(origin)) === 1,
      )
    },
    /**
     * Signs a reader in on the publisher's site for the lifetime of one access token; then the page gets a new
     * publisher token. Throws METHOD_UNAVAILABLE without a key, INVALID_CREDENTIALS for an invalid token.
     */
    async signIn(
      { token, origin, forum, referral }: PublisherTokenInput,
      record: RecordResponse<IssuedSession>,
    ): Promise<IssuedSession> {
      const claims = await tokens.read(token, { key: await keyOf(origin), origin, forum })
      // A publisher's email claim proves nothing here.
      const claimValues = { name: claims.name, picture: claims.picture }
      const profile = profileOfClaims({ issuer: `publisher ${origin}`, subject: claims.sub }, claimValues)
      return database.transaction(async (tx) => {
        if (claims.jti !== undefined) {
          const expiresAt = (claims.exp + TOLERANCE_S) * 1000
          if (!(await proofs.use(`jti ${origin} ${claims.jti}`, expiresAt, tx)))
            throw tokens.refusal(origin, { field: 'jti', message: 'This token has been used already.' })
        }
        const { userId } = await identities.accountOf(tx, { profile, providerId: origin, referral })
        const begun = await sessions.begin({ userId, site: origin, lasting: false }, tx)
        record(tx, begun)
        return begun
      })
    },
  }
}

/** The key that verifies a publisher's tokens: a shared secret or the address of public keys. */
export interface PublisherKey {
  kind: 'secret' | 'jwks'
  value: string
}

/** Tolerated clock difference, in seconds. */
const TOLERANCE_S = 30
const LONGEST_S = 10 * 60

/** Algorithms by kind of key. A public key must never be used as a secret. */
const ALGORITHMS: Record<PublisherKey['kind'], string[]> = {
  secret: ['HS256'],
  jwks: ['RS256', 'PS256', 'ES256', 'EdDSA'],
}

export type PublisherTokens = ReturnType<typeof createPublisherTokens>

/** Verifies the tokens that publishers issue to their readers. */
export function createPublisherTokens(
  about: Pick<Platform, 'clock' | 'logger'> & {
    fetcher: Pick<Fetcher, 'fetchJson'>
  },
) {
  const { clock, logger, fetcher } = about
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

  /** Fetches keys only from the configured address; ignores key addresses in a token's header. */
  function keysAt(address: string) {
    const keys =
      keySets.get(address) ??
      createRemoteJWKSet(new URL(address), {
        cacheMaxAge: KEYS_FOR_MS,
        [customFetch]: async (url) => Response.json(await fetcher.fetchJson(url)),
      })
    keySets.set(address, keys)
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

  /** The error that tells the publisher what is wrong with its token, logged for the operator, too. */
  function refusal(origin: string, problem: FieldIssue): DomainError {
    logger.warn({ origin, claim: problem.field, reason: problem.message }, 'a token of a publisher is refused')
    return new DomainError('INVALID_CREDENTIALS', [problem])
  }

  return {
    refusal,
    /** Throws INVALID_CREDENTIALS for an invalid token, and PROVIDER_FAILED if the keys are unavailable. */
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
        if (isRefusal(error)) throw refusal(origin, problemOf(error, { key, origin, forum }))
        logger.warn({ origin, reason: String(error) }, 'the keys of a publisher are out of reach')
        throw new DomainError('PROVIDER_FAILED')
      })
      const isSomebody = typeof claims.sub === 'string' && claims.sub !== '' && claims.sub.length <= SUBJECT_MAX_LENGTH
      // Tokens with an id are single-use.
      const isNamed = claims.jti === undefined || typeof claims.jti === 'string'
      if (!isSomebody) throw refusal(origin, { field: 'sub', message: `Must be a text of 1 to ${SUBJECT_MAX_LENGTH}.` })
      if (!isNamed) throw refusal(origin, { field: 'jti', message: 'Must be a text, or absent.' })
      if (claims.exp - claims.iat > LONGEST_S) {
        throw refusal(origin, { field: 'exp', message: `Must be at most ${LONGEST_S} seconds after iat.` })
      }
      return claims
    },
  }
}

/** What is wrong with a publisher's token, by claim or part. */
function problemOf(
  error: unknown,
  { key, origin, forum }: { key: PublisherKey; origin: string; forum: string },
): FieldIssue {
  if (error instanceof joseErrors.JWTExpired) {
    const message = error.claim === 'exp' ? 'Has passed.' : `Must be at most ${LONGEST_S} seconds ago.`
    return { field: error.claim, message }
  }
  if (error instanceof joseErrors.JWTClaimValidationFailed) {
    const required: Record<string, string> = {
      iss: `Must be ${origin}.`,
      aud: `Must be ${forum}.`,
      typ: 'Must be JWT, in the header.',
      iat: 'Must be a time in seconds, not in the future.',
      exp: 'Must be a time in seconds.',
    }
    return { field: error.claim, message: required[error.claim] ?? 'Is missing or invalid.' }
  }
  if (error instanceof joseErrors.JOSEAlgNotAllowed) {
    return { field: 'alg', message: `Must be ${ALGORITHMS[key.kind].join(', ')}, in the header.` }
  }
  if (error instanceof joseErrors.JWKSNoMatchingKey) return { field: 'kid', message: `No key at ${key.value} fits.` }
  if (error instanceof joseErrors.JWSSignatureVerificationFailed) {
    return { field: 'key', message: 'The signature doesn’t fit the key that is set for this site.' }
  }
  return { field: 'token', message: 'This is no signed JSON Web Token.' }
}
