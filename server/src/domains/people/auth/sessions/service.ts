import {
  ACCESS_TOKEN_TTL_MS,
  REAUTHENTICATION_TTL_MS,
  REFRESH_TOKEN_TTL_MS,
  type SessionInfo,
  type SignedIn,
} from '@stoa/contract'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { widerNetworkOf } from '../../../../platform/security/address.ts'
import type { AccessTokens, RefreshTokens } from './access-tokens.ts'
import { type Devices, deviceWords, shownAddress } from './devices.ts'
import type { ExportLinks } from './export-links.ts'
import { type SessionRow, sessionRepository } from './repository.ts'

/** How a person proved their identity. */
export type SignInMethod = 'signUp' | 'password' | 'emailLink' | 'provider' | 'oneTap' | 'firebase' | 'passkey' | 'site'

/** How a session began, as shown to its owner. */
export interface SessionOrigin {
  method: SignInMethod
  /** Name of the browser; empty if unknown. */
  device: string
  userAgent: string
  /** Address prefix. */
  address: string
}

/** A session that just began or continued. */
export interface IssuedSession {
  sessionId: string
  signedIn: SignedIn
  /** The new refresh token; null if the browser already has the newest. */
  refreshToken: string | null
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'events'> {
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
  devices: Pick<Devices, 'forget' | 'forgetOne' | 'cleanUp'>
  exportLinks: Pick<ExportLinks, 'revoke'>
  /** Forgets the unconfirmed address if `isOver` is true for the session it was given in. Locks the account. */
  forgetWaiting(tx: Transaction, userId: string, isOver: (sessionId: string) => boolean): Promise<void>
}

/** The browser that stays known when all others are forgotten: the kept session's or a named one. */
interface Kept {
  sessionId?: string
  device?: string
}

/** Two tabs refreshing simultaneously send the same token. Within this time it isn't taken for theft. */
const GRACE_MS = 10 * 1000
/** Maximum number of listed sessions. */
const SHOWN_MAX = 100

export type SessionService = ReturnType<typeof createSessionService>

/** Begins, continues and revokes sessions of the forum (`site` empty) and of partner sites. Refresh tokens rotate. */
export function createSessionService(dependencies: Dependencies) {
  const { database, clock, ids, events, accessTokens, refreshTokens, devices, exportLinks, forgetWaiting } =
    dependencies

  const listeners: ((tx: Transaction, userId: string) => Promise<void>)[] = []

  async function signedIn(session: { id: string; user_id: string; site: string }): Promise<SignedIn> {
    const { id: sessionId, user_id: userId, site } = session
    return { userId, ...(await accessTokens.sign({ userId, sessionId, site })) }
  }

  /** Publishes the end of sessions and revokes links that may have been requested in them. */
  async function publishEnd(tx: Transaction, userId: string): Promise<void> {
    await exportLinks.revoke(tx, userId)
    for (const listener of listeners) await listener(tx, userId)
    events.publish(tx, { name: 'session.ended', payload: { userId } })
  }

  /**
   * Revokes all of a user's sessions except one, invalidates pending actions started in them, and forgets all browsers
   * except the kept session's or the named one.
   */
  async function revokeSessions(tx: Transaction, userId: string, keep: Kept): Promise<void> {
    // First, because it locks: nobody can start anything in a session that is being revoked.
    await forgetElsewhere(tx, userId, keep)
    await sessionRepository(tx.connection).endAllOf(userId, { keep: keep.sessionId ?? '', now: clock.now() })
    await publishEnd(tx, userId)
  }

  /** Invalidates what was started or proven in other sessions, including ended ones, and forgets their browsers. */
  async function forgetElsewhere(tx: Transaction, userId: string, { sessionId = '', device }: Kept): Promise<void> {
    await forgetWaiting(tx, userId, (id) => id !== sessionId)
    await sessionRepository(tx.connection).forgetProofs(userId, sessionId)
    await devices.forget(tx, userId, device ?? (await deviceOf(tx, sessionId)))
  }

  /** Revokes one session. Returns false if it had ended. */
  async function revokeSession(tx: Transaction, { id, user_id }: SessionRow): Promise<boolean> {
    await forgetWaiting(tx, user_id, (sessionId) => sessionId === id)
    if (!(await sessionRepository(tx.connection).end(id, clock.now()))) return false
    await sessionRepository(tx.connection).authenticated(id, 0)
    await publishEnd(tx, user_id)
    return true
  }

  async function deviceOf(tx: Transaction, sessionId: string): Promise<string> {
    return (sessionId !== '' && (await sessionRepository(tx.connection).byId(sessionId))?.device) || ''
  }

  /** Continues the session, in one transaction. Null if it has ended or must end. */
  async function continueIn(tx: Transaction, about: { token: string; site: string }) {
    const parsedToken = refreshTokens.read(about.token)
    const repository = sessionRepository(tx.connection)
    const session = parsedToken && (await repository.byId(parsedToken.sessionId))
    const now = clock.now()
    if (!parsedToken || !session || session.site !== about.site) return null
    if (session.ended_at > 0 || Number(session.expires_at) <= now) return null
    if (session.token_hash === parsedToken.hash) {
      const { token, hash } = refreshTokens.make(session.id)
      const next = { token_hash: hash, rotated_at: now, expires_at: now + REFRESH_TOKEN_TTL_MS }
      // If it wasn't rotated, another request has just done so with the same token: this is the second tab.
      return { session, refreshToken: (await repository.rotate(session, next)) ? token : null }
    }
    if (isSecondTab(session, parsedToken.hash, now)) return { session, refreshToken: null }
    // A spent token: either its owner or a thief has the newer one, so revoke the session.
    await revokeSession(tx, session)
    return null
  }

  /** A user's sessions, most recently used first. */
  async function listOf(userId: string): Promise<SessionRow[]> {
    return sessionRepository(database.read).aliveOf(userId, { now: clock.now(), limit: SHOWN_MAX })
  }

  return {
    /** Begins a session. Without `lasting` it ends with its access token. */
    async begin(
      about: {
        userId: string
        site: string
        lasting: boolean
        beginning?: SessionOrigin
      },
      tx?: Transaction,
    ): Promise<IssuedSession> {
      const now = clock.now()
      const id = ids.next()
      const { token, hash } = refreshTokens.make(id)
      const row = {
        id,
        user_id: about.userId,
        token_hash: hash,
        previous_hash: null,
        site: about.site,
        created_at: now,
        rotated_at: now,
        expires_at: now + (about.lasting ? REFRESH_TOKEN_TTL_MS : ACCESS_TOKEN_TTL_MS),
        ended_at: 0,
        ...columnsOf(about.beginning),
        authenticated_at: about.site === '' ? now : 0,
      }
      await database.transaction(({ connection }) => sessionRepository(connection).insert(row), tx)
      return { sessionId: id, signedIn: await signedIn(row), refreshToken: about.lasting ? token : null }
    },
    /**
     * Continues a session of the site with its refresh token. Throws REFRESH_INVALID. A spent token ends the session.
     */
    async refresh(
      about: { token: string | null; site: string },
      record: RecordResponse<IssuedSession>,
    ): Promise<IssuedSession> {
      const { token, site } = about
      if (token === null) throw new DomainError('REFRESH_INVALID')
      const begun = await database.transaction(async (tx) => {
        const continued = await continueIn(tx, { token, site })
        if (!continued) return null
        const { session, refreshToken } = continued
        const issued = { sessionId: session.id, signedIn: await signedIn(session), refreshToken }
        record(tx, issued)
        return issued
      })
      if (!begun) throw new DomainError('REFRESH_INVALID')
      return begun
    },
    /** The owner of a live forum session's refresh token; null for any other token. */
    async holderOf(token: string | null): Promise<{ userId: string; sessionId: string } | null> {
      const parsedToken = token === null ? null : refreshTokens.read(token)
      const session = parsedToken && (await sessionRepository(database.read).byId(parsedToken.sessionId))
      if (!session || session.site !== '' || session.ended_at > 0) return null
      const isItsToken = parsedToken.hash === session.token_hash || isSecondTab(session, parsedToken.hash, clock.now())
      if (!isItsToken || Number(session.expires_at) <= clock.now()) return null
      return { userId: session.user_id, sessionId: session.id }
    },
    /** Repeats an earlier result of `begin` or `refresh`. Includes the refresh token only if it is still the newest. */
    async again<Known extends IssuedSession>(begun: Known): Promise<Known> {
      const parsedToken = begun.refreshToken === null ? null : refreshTokens.read(begun.refreshToken)
      const session = parsedToken && (await sessionRepository(database.read).byId(parsedToken.sessionId))
      return session?.token_hash === parsedToken?.hash ? begun : { ...begun, refreshToken: null }
    },
    /** Ends the session of a refresh token, or all of its user's. An invalid token ends nothing. */
    async end(
      about: { token: string | null; everywhere: boolean },
      { tx, record = () => {} }: { tx?: Transaction; record?: RecordResponse<Record<string, never>> } = {},
    ): Promise<Record<string, never>> {
      const parsedToken = about.token === null ? null : refreshTokens.read(about.token)
      if (!parsedToken) return {}
      return database.transaction(async (tx) => {
        const session = await sessionRepository(tx.connection).byId(parsedToken.sessionId)
        if (session && session.ended_at === 0) {
          if (about.everywhere) await revokeSessions(tx, session.user_id, { device: session.device })
          else if (await sessionRepository(tx.connection).end(session.id, clock.now()))
            await publishEnd(tx, session.user_id)
        }
        record(tx, {})
        return {}
      }, tx)
    },
    /**
     * Throws REAUTHENTICATION_REQUIRED unless the session's owner had authenticated recently, as of now or another
     * time.
     */
    async assertRecent(sessionId: string, tx?: Transaction, at = clock.now()): Promise<void> {
      const session = await sessionRepository(database.from(tx)).byId(sessionId)
      const isRecent = at - Number(session?.authenticated_at ?? 0) <= REAUTHENTICATION_TTL_MS
      // The session may have been revoked since the call arrived.
      if (!isRecent || session?.ended_at !== 0) throw new DomainError('REAUTHENTICATION_REQUIRED')
    },
    /** Whether a proof made in the session is still valid. Revoking the session invalidates it; signing out doesn't. */
    async counts(sessionId: string, tx?: Transaction): Promise<boolean> {
      const session = await sessionRepository(database.from(tx)).byId(sessionId)
      if (!session || Number(session.expires_at) <= clock.now()) return false
      return Number(session.ended_at) === 0 || Number(session.authenticated_at) > 0
    },
    /** Records that the session's owner has just authenticated. */
    async markRecent(tx: Transaction, sessionId: string): Promise<void> {
      await sessionRepository(tx.connection).authenticated(sessionId, clock.now())
    },
    /** Whether the user has recently signed in from near this address, in any browser. */
    async signedInNearby(userId: string, prefix: string, tx?: Transaction): Promise<boolean> {
      const addresses = await sessionRepository(database.from(tx)).addressesOf(userId, SHOWN_MAX)
      return addresses.some((address) => widerNetworkOf(address) === widerNetworkOf(prefix))
    },
    /** Invalidates authentications and pending actions of the user's other sessions, and forgets their browsers. */
    async forgetOtherProofs(tx: Transaction, userId: string, sessionId: string): Promise<void> {
      await forgetElsewhere(tx, userId, { sessionId })
    },
    listOf,
    /** Adds work in the transaction that ends some of a user's sessions. */
    onEnded(listener: (tx: Transaction, userId: string) => Promise<void>): void {
      listeners.push(listener)
    },
    /** Those of some sessions that are alive. */
    async aliveAmong(sessionIds: string[], tx?: Transaction): Promise<Set<string>> {
      return new Set(await sessionRepository(database.from(tx)).aliveAmong(sessionIds, clock.now()))
    },
    /** The same as shown to the user in the session `currentId`. */
    async list(userId: string, currentId: string): Promise<SessionInfo[]> {
      return (await listOf(userId)).map((row) => presentSession(row, currentId))
    },
    /**
     * Revokes one session of the user, and forgets its browser unless it is the current one. Throws SESSION_NOT_FOUND,
     * also for another person's session.
     */
    async endOne(
      userId: string,
      { sessionId, by }: { sessionId: string; by: string },
      tx?: Transaction,
    ): Promise<void> {
      await database.transaction(async (tx) => {
        const repository = sessionRepository(tx.connection)
        const session = await repository.byId(sessionId)
        const isTheirs = session?.user_id === userId && Number(session.expires_at) > clock.now()
        if (!isTheirs || !(await revokeSession(tx, session))) throw new DomainError('SESSION_NOT_FOUND')
        if (session.device !== (await deviceOf(tx, by))) await devices.forgetOne(tx, userId, session.device)
      }, tx)
    },
    /**
     * Revokes all sessions of a user and forgets their browsers except `device`. For password resets, merges and
     * deletions.
     */
    async endAllOf(userId: string, tx?: Transaction, device = ''): Promise<void> {
      await database.transaction((tx) => revokeSessions(tx, userId, { device }), tx)
    },
    /** Revokes all sessions of a user but this one, whose browser alone stays known. */
    async endOthers(userId: string, sessionId: string, tx?: Transaction): Promise<void> {
      await database.transaction((tx) => revokeSessions(tx, userId, { sessionId }), tx)
    },
    /** Job: deletes expired sessions and codes, and long-unused browsers. */
    async cleanUp(): Promise<void> {
      await devices.cleanUp()
      await database.transaction(({ connection }) => sessionRepository(connection).deleteExpired(clock.now()))
    },
  }
}

function presentSession(row: SessionRow, currentId: string): SessionInfo {
  return {
    id: row.id,
    device: deviceWords(row.user_agent),
    address: shownAddress(row.address),
    site: row.site === '' ? null : row.site,
    method: row.method,
    createdAt: Number(row.created_at),
    seenAt: Number(row.rotated_at),
    current: row.id === currentId,
  }
}

/** Whether it is the previous token, replaced so recently that another tab may have sent it. */
function isSecondTab({ previous_hash, rotated_at }: SessionRow, hash: string, now: number): boolean {
  return previous_hash === hash && now - Number(rotated_at) <= GRACE_MS
}

const USER_AGENT_MAX = 300

function columnsOf(beginning: SessionOrigin | undefined) {
  const { method = '', device = '', userAgent = '', address = '' } = beginning ?? {}
  return { method, device, user_agent: userAgent.slice(0, USER_AGENT_MAX), address }
}
