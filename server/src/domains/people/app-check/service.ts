import { createSecretKey } from 'node:crypto'
import { APP_CHECK_TTL_MS } from '@stoa/contract'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import { jwtVerify, SignJWT } from 'jose'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addressBuckets, widerNetworkOf } from '../../../platform/security/address.ts'
import { deriveKey, sha256 } from '../../../platform/security/keys.ts'
import { challengeRepository } from './repository.ts'

/** Highest number that a browser may have to try: on average half of that, in about a tenth of a second. */
const WORK = 50_000
const CHALLENGE_TTL_MS = 5 * 60 * 1000
/** Maximum number of writes per solution, including refused ones. */
const WRITES_MAX = 5
const WRITE_HASH_LENGTH = 16
const ISSUER = 'stoa'
const AUDIENCE = 'stoa-app-check'
const TYPE = 'app-check+jwt'

/** The visitor a token is for. */
export interface AppCheckBearer {
  origin: string
  /** Empty if the client doesn't send one. */
  visitorId: string
  address: string
}

/**
 * Proof of work for anonymous writes. Solving a challenge (ALTCHA) buys a short-lived token for a few writes by one
 * visitor, on one origin, from one network. After a change of network, a new challenge must be solved.
 */
export function createAppCheckService(about: Pick<Platform, 'secret' | 'database' | 'clock'>) {
  const { secret, database, clock } = about
  const hmacKey = deriveKey(secret, 'stoa app check challenge').toString('hex')
  const tokenKey = createSecretKey(deriveKey(secret, 'stoa app check token'))

  /** Expiry of the challenge; null if the solution doesn't solve one of ours. */
  async function solved(solution: string): Promise<number | null> {
    try {
      // Without the library's expiry check, which uses the system clock: ours is injected.
      if (!(await verifySolution(solution, hmacKey, false))) return null
      return Number(extractParams(solution).expires) * 1000
    } catch {
      return null
    }
  }

  return {
    async challenge() {
      const challenge = await createChallenge({
        hmacKey,
        maxnumber: WORK,
        expires: new Date(clock.now() + CHALLENGE_TTL_MS),
      })
      return { ...challenge, maxnumber: WORK }
    },
    /** Exchanges a solution, once, for a token for its bearer. `page`: the caller's origin. Throws APP_CHECK_REQUIRED. */
    async token({ solution, ...bearer }: AppCheckBearer & { solution: string }, page: string, tx?: Transaction) {
      if (bearer.origin !== page) throw new DomainError('APP_CHECK_REQUIRED')
      const now = clock.now()
      const until = await solved(solution)
      if (until === null || !(until > now)) throw new DomainError('APP_CHECK_REQUIRED')
      const { challenge } = JSON.parse(atob(solution)) as { challenge: string }
      const expiresAt = now + APP_CHECK_TTL_MS
      const challengeHash = sha256(challenge)
      try {
        await database.transaction(
          ({ connection }) =>
            challengeRepository(connection).insert({
              challenge_hash: challengeHash,
              expires_at: expiresAt,
              writes: '',
            }),
          tx,
        )
      } catch (error) {
        if (database.dialect.isUniqueViolation(error)) throw new DomainError('APP_CHECK_REQUIRED')
        throw error
      }
      const token = await new SignJWT(claimsOf(bearer))
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setJti(challengeHash)
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(tokenKey)
      return { token, expiresAt }
    },
    /**
     * Uses a token for a write, identified by its retry key. Throws APP_CHECK_REQUIRED unless the token is valid,
     * belongs to the bearer and has writes left.
     */
    async use(token: string, bearer: AppCheckBearer, writeKey: string): Promise<void> {
      const options = {
        algorithms: ['HS256'],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(clock.now()),
      }
      const verified = await jwtVerify(token, tokenKey, options).catch(() => null)
      const claims = verified?.payload
      const isBearer = claims && Object.entries(claimsOf(bearer)).every(([name, value]) => claims[name] === value)
      if (!isBearer) throw new DomainError('APP_CHECK_REQUIRED')
      await database.transaction(async ({ connection }) => {
        const repository = challengeRepository(connection)
        const challengeHash = String(claims.jti)
        const writes = await repository.lockWrites(challengeHash, database.dialect)
        const write = `${sha256(writeKey).slice(0, WRITE_HASH_LENGTH)} `
        if (writes?.includes(write)) return
        if (writes === undefined || writes.length >= WRITES_MAX * write.length)
          throw new DomainError('APP_CHECK_REQUIRED')
        await repository.setWrites(challengeHash, writes + write)
      })
    },
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) => challengeRepository(connection).deleteExpired(clock.now()))
    },
  }
}

/**
 * Claims about the bearer. They include only the network of the address, since mobile providers change addresses often.
 */
function claimsOf({ origin, visitorId, address }: AppCheckBearer) {
  const [narrowest] = addressBuckets(address)
  return { origin, visitor: sha256(visitorId), network: widerNetworkOf(narrowest?.prefix ?? '') }
}
