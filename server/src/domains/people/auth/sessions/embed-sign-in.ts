import { createHash, randomBytes } from 'node:crypto'
import { EMBED_CODE_TTL_MS, type Me } from '@stoa/contract'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import { type EmbedCodeRow, sessionRepository } from './repository.ts'
import type { IssuedSession, SessionOrigin, SessionService } from './service.ts'

/** The widget is signed in through the forum, whose session has the details. */
const ON_SITE: SessionOrigin = { method: 'site', device: '', userAgent: '', address: '' }

/** A presented one-time code. */
export interface PresentedCode {
  code: string
  codeVerifier: string
  /** Origin of the presenting page. */
  origin: string
}

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  sessions: SessionService
  /** Whether a community has registered the origin. */
  isRegisteredOrigin(origin: string, tx?: Transaction): Promise<boolean>
}

export type EmbedSignIn = ReturnType<typeof createEmbedSignIn>

/**
 * Widget sign-in on a partner's page, with a one-time code for exactly one origin and one holder of the verifier
 * (PKCE).
 */
export function createEmbedSignIn({ database, clock, sessions, isRegisteredOrigin }: Dependencies) {
  async function assertRegistered(origin: string, tx?: Transaction): Promise<void> {
    if (!(await isRegisteredOrigin(origin, tx))) throw new DomainError('ORIGIN_NOT_REGISTERED')
  }

  /** Consumes the code, even if presented by the wrong party, and begins a session for its owner. */
  async function use(
    presented: PresentedCode,
    about: { lasting: boolean; former: string | null; record: RecordResponse<IssuedSession> },
  ): Promise<IssuedSession> {
    const { lasting, former, record } = about
    const codeHash = sha256(presented.code)
    const now = clock.now()
    const begun = await database.transaction(async (tx) => {
      const repository = sessionRepository(tx.connection)
      const code = (await repository.useCode(codeHash, now)) ? await repository.codeByHash(codeHash) : undefined
      if (!code || !isGood(code, presented, now)) return null
      const session = await sessions.begin(
        {
          userId: code.user_id,
          site: presented.origin,
          lasting,
          beginning: ON_SITE,
        },
        tx,
      )
      await sessions.end({ token: former, everywhere: false }, { tx })
      record(tx, session)
      return session
    })
    if (!begun) throw new DomainError('CODE_INVALID')
    return begun
  }

  return {
    /** Creates a code with which a page of this origin signs the viewer in. Throws ORIGIN_NOT_REGISTERED. */
    async authorize(
      viewer: Me,
      { origin, codeChallenge }: { origin: string; codeChallenge: string },
      tx?: Transaction,
    ) {
      await assertRegistered(origin, tx)
      const code = randomBytes(32).toString('base64url')
      const expiresAt = clock.now() + EMBED_CODE_TTL_MS
      await database.transaction(
        ({ connection }) =>
          sessionRepository(connection).insertCode({
            code_hash: sha256(code),
            user_id: viewer.id,
            origin,
            code_challenge: codeChallenge,
            expires_at: expiresAt,
            used_at: 0,
          }),
        tx,
      )
      return { code, origin, expiresAt }
    },
    /** Signs in for the lifetime of one access token. The page itself never gets a refresh token. */
    async redeem(presented: PresentedCode, record: RecordResponse<IssuedSession>): Promise<IssuedSession> {
      return use(presented, { lasting: false, former: null, record })
    },
    /**
     * Signs in for the frame on the forum's origin, which stores the refresh token. Revokes the site's previous
     * session, identified by the token `former`.
     */
    async settle(
      presented: PresentedCode & { former: string | null },
      record: RecordResponse<IssuedSession>,
    ): Promise<IssuedSession> {
      await assertRegistered(presented.origin)
      return use(presented, { lasting: true, former: presented.former, record })
    },
    /** Continues the frame's session for the origin. */
    async renew(
      { origin, token }: { origin: string; token: string | null },
      record: RecordResponse<IssuedSession>,
    ): Promise<IssuedSession> {
      await assertRegistered(origin)
      return sessions.refresh({ token, site: origin }, record)
    },
  }
}

function isGood(code: EmbedCodeRow, presented: PresentedCode, now: number): boolean {
  const challenge = createHash('sha256').update(presented.codeVerifier).digest('base64url')
  return code.origin === presented.origin && code.code_challenge === challenge && Number(code.expires_at) > now
}
