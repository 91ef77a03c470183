import { createHash, randomBytes } from 'node:crypto'
import { EMBED_CODE_TTL_MS, type Me } from '@stoa/contract'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import { sha256 } from '../../lib/keys.ts'
import { type EmbedCodeRow, sessionRepository } from './repository.ts'
import type { Begun, SessionService } from './service.ts'

/** A one-time code as somebody presents it. */
export interface PresentedCode {
  code: string
  codeVerifier: string
  /** Origin of the page that presents it. */
  origin: string
}

interface Dependencies {
  database: Database
  clock: Clock
  sessions: SessionService
  /** Whether a community has registered the origin. */
  isRegisteredOrigin(origin: string): Promise<boolean>
}

export type EmbedSignIn = ReturnType<typeof createEmbedSignIn>

/** Signing in to a widget on a partner's page: a one-time code for exactly one origin and one holder of the verifier (PKCE). */
export function createEmbedSignIn({ database, clock, sessions, isRegisteredOrigin }: Dependencies) {
  async function assertRegistered(origin: string): Promise<void> {
    if (!(await isRegisteredOrigin(origin))) throw new DomainError('ORIGIN_NOT_REGISTERED')
  }

  /** Uses the code up, also when it turns out to be in the wrong hands, and tells whose it was. */
  async function use(presented: PresentedCode): Promise<string> {
    const codeHash = sha256(presented.code)
    const now = clock.now()
    const code = await database.transaction(async ({ connection }) => {
      const repository = sessionRepository(connection)
      return (await repository.useCode(codeHash, now)) ? repository.codeByHash(codeHash) : undefined
    })
    if (!code || !isGood(code, presented, now)) throw new DomainError('CODE_INVALID')
    return code.user_id
  }

  return {
    /** A code with which the page of this origin signs the viewer in; throws ORIGIN_NOT_REGISTERED. */
    async authorize(viewer: Me, { origin, codeChallenge }: { origin: string; codeChallenge: string }) {
      await assertRegistered(origin)
      const code = randomBytes(32).toString('base64url')
      const expiresAt = clock.now() + EMBED_CODE_TTL_MS
      await database.transaction(({ connection }) =>
        sessionRepository(connection).insertCode({
          code_hash: sha256(code),
          user_id: viewer.id,
          origin,
          code_challenge: codeChallenge,
          expires_at: expiresAt,
          used_at: 0,
        }),
      )
      return { code, origin, expiresAt }
    },
    /** Signs in for as long as one access token lasts: the page itself is never given a refresh token. */
    async redeem(presented: PresentedCode): Promise<Begun> {
      return sessions.begin({ userId: await use(presented), site: presented.origin, lasting: false })
    },
    /** Signs in for the frame on the forum's origin, which keeps the refresh token. */
    async keep(presented: PresentedCode): Promise<Begun> {
      await assertRegistered(presented.origin)
      return sessions.begin({ userId: await use(presented), site: presented.origin, lasting: true })
    },
    /** Continues the session that the frame keeps for the origin. */
    async renew({ origin, token }: { origin: string; token: string | null }): Promise<Begun> {
      await assertRegistered(origin)
      return sessions.refresh({ token, site: origin })
    },
  }
}

function isGood(code: EmbedCodeRow, presented: PresentedCode, now: number): boolean {
  const challenge = createHash('sha256').update(presented.codeVerifier).digest('base64url')
  return code.origin === presented.origin && code.code_challenge === challenge && Number(code.expires_at) > now
}
