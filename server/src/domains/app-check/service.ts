import { createSecretKey } from 'node:crypto'
import { APP_CHECK_TTL_MS } from '@stoa/contract'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import { jwtVerify, SignJWT } from 'jose'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import { deriveKey, sha256 } from '../../lib/keys.ts'
import { challengeRepository } from './repository.ts'

/** Greatest number a browser may have to try: on average half of it, about a tenth of a second. */
const WORK = 50_000
const CHALLENGE_TTL_MS = 5 * 60 * 1000
const ISSUER = 'stoa'
const AUDIENCE = 'stoa-app-check'
const TYPE = 'app-check+jwt'

export type AppCheckService = ReturnType<typeof createAppCheckService>

/** Proof of work for writers without an account: a solved challenge (ALTCHA) buys a short-lived token for one origin. */
export function createAppCheckService(about: { secret: string; database: Database; clock: Clock }) {
  const { secret, database, clock } = about
  const hmacKey = deriveKey(secret, 'stoa app check challenge').toString('hex')
  const tokenKey = createSecretKey(deriveKey(secret, 'stoa app check token'))

  /** When the challenge ends, or null when the solution does not solve a challenge of ours. */
  async function solved(solution: string): Promise<number | null> {
    try {
      // The library looks at the time of day itself; here the clock is injected.
      if (!(await verifySolution(solution, hmacKey, false))) return null
      return Number(extractParams(solution).expires) * 1000
    } catch {
      return null
    }
  }

  return {
    async challenge() {
      const made = await createChallenge({
        hmacKey,
        maxnumber: WORK,
        expires: new Date(clock.now() + CHALLENGE_TTL_MS),
      })
      return { ...made, maxnumber: WORK }
    },
    /** Exchanges a solution, once, for a token that is good on one origin; throws APP_CHECK_REQUIRED. */
    async token({ solution, origin }: { solution: string; origin: string }) {
      const now = clock.now()
      const until = await solved(solution)
      if (until === null || !(until > now)) throw new DomainError('APP_CHECK_REQUIRED')
      const { challenge } = JSON.parse(atob(solution)) as { challenge: string }
      try {
        await database.transaction(({ connection }) =>
          challengeRepository(connection).insert({ challenge_hash: sha256(challenge), expires_at: until }),
        )
      } catch (error) {
        if (database.dialect.isUniqueViolation(error)) throw new DomainError('APP_CHECK_REQUIRED')
        throw error
      }
      const expiresAt = now + APP_CHECK_TTL_MS
      const token = await new SignJWT({ origin })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(tokenKey)
      return { token, expiresAt }
    },
    /** Throws APP_CHECK_REQUIRED unless the token is ours, not expired and made for the origin. */
    async check(token: string, origin: string): Promise<void> {
      const options = {
        algorithms: ['HS256'],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(clock.now()),
      }
      const verified = await jwtVerify(token, tokenKey, options).catch(() => null)
      if (verified?.payload.origin !== origin) throw new DomainError('APP_CHECK_REQUIRED')
    },
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) => challengeRepository(connection).deleteExpired(clock.now()))
    },
  }
}
