import { ACCESS_TOKEN_TTL_MS, REAUTHENTICATION_TTL_MS, REFRESH_TOKEN_TTL_MS, type SignedIn } from '@stoa/contract'
import type { RecordResponse } from '../../../platform/calls/context.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { rooms } from '../../../platform/events/events.ts'
import type { Platform } from '../../../platform/platform.ts'
import { surroundingsOf } from '../../../platform/security/address.ts'
import type { AccessTokens, RefreshTokens } from './access-tokens.ts'
import type { Devices } from './devices.ts'
import { type SessionRow, sessionRepository } from './repository.ts'

/** How somebody proved to be who they are. */
export type SignInMethod = 'signUp' | 'password' | 'emailLink' | 'provider' | 'oneTap' | 'firebase' | 'passkey' | 'site'

/** What a session's owner is told of how it began. */
export interface Beginning {
  method: SignInMethod
  /** Name of the browser; empty where there is none. */
  device: string
  userAgent: string
  /** Address prefix. */
  address: string
}

/** A session just begun or continued. */
export interface IssuedSession {
  sessionId: string
  signedIn: SignedIn
  /** The new refresh token; null when the browser already has the newest. */
  refreshToken: string | null
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'events'> {
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
  devices: Pick<Devices, 'forget' | 'forgetOne' | 'cleanUp'>
  /** Ends what was handed out to a user's sessions, in the transaction that ends one of them. */
  revokeLinks(tx: Transaction, userId: string): Promise<void>
  /** Forgets the address that waits to be confirmed, if it was given in a session of which this is true; locks the account. */
  forgetWaiting(tx: Transaction, userId: string, isOver: (sessionId: string) => boolean): Promise<void>
}

/** Whose browser stays known when everybody else is thrown out: that of the session that stays, or one that is named. */
interface Kept {
  sessionId?: string
  device?: string
}

/** Two tabs that refresh at the same moment send the same token; the second one within this time is no theft. */
const GRACE_MS = 10 * 1000
/** Sessions of one person that are listed. */
const SHOWN_MAX = 100

export type SessionService = ReturnType<typeof createSessionService>

/** Sessions of the forum (`site` empty) and of partner sites: begun, continued by rotating refresh tokens, ended. */
export function createSessionService(dependencies: Dependencies) {
  const { database, clock, ids, events, accessTokens, refreshTokens, devices, revokeLinks, forgetWaiting } =
    dependencies

  async function signedIn(session: { id: string; user_id: string; site: string }): Promise<SignedIn> {
    const { id: sessionId, user_id: userId, site } = session
    return { userId, ...(await accessTokens.sign({ userId, sessionId, site })) }
  }

  /** Tells of the end of sessions. Whoever had one may have asked for links: those end, too. */
  async function publishEnd(tx: Transaction, userId: string): Promise<void> {
    await revokeLinks(tx, userId)
    events.publish(tx, { name: 'session.ended', room: rooms.user(userId), payload: { userId } })
  }

  /**
   * Throws whoever it is out of all sessions of a user but one: what was begun in those leads nowhere any more, and their
   * browsers are unknown, but the one of the session that stays or is named.
   */
  async function revokeSessions(tx: Transaction, userId: string, keep: Kept): Promise<void> {
    // First, because it locks: nobody begins anything in a session that is being ended.
    await forgetElsewhere(tx, userId, keep)
    await sessionRepository(tx.connection).endAllOf(userId, { keep: keep.sessionId ?? '', now: clock.now() })
    await publishEnd(tx, userId)
  }

  /** What was begun or proved in other sessions, also in those that have ended, counts no more; their browsers are unknown. */
  async function forgetElsewhere(tx: Transaction, userId: string, { sessionId = '', device }: Kept): Promise<void> {
    await forgetWaiting(tx, userId, (id) => id !== sessionId)
    await sessionRepository(tx.connection).forgetProofs(userId, sessionId)
    await devices.forget(tx, userId, device ?? (await deviceOf(tx, sessionId)))
  }

  /** Throws whoever it is out of one session; false when it had ended. */
  async function throwOutOf(tx: Transaction, { id, user_id }: SessionRow): Promise<boolean> {
    await forgetWaiting(tx, user_id, (given) => given === id)
    if (!(await sessionRepository(tx.connection).end(id, clock.now()))) return false
    await sessionRepository(tx.connection).authenticated(id, 0)
    await publishEnd(tx, user_id)
    return true
  }

  async function deviceOf(tx: Transaction, sessionId: string): Promise<string> {
    return (sessionId !== '' && (await sessionRepository(tx.connection).byId(sessionId))?.device) || ''
  }

  /** Continues the session in one transaction; null ends it or finds it ended. */
  async function continueIn(tx: Transaction, about: { token: string; site: string }) {
    const known = refreshTokens.read(about.token)
    const repository = sessionRepository(tx.connection)
    const session = known && (await repository.byId(known.sessionId))
    const now = clock.now()
    if (!known || !session || session.site !== about.site) return null
    if (session.ended_at > 0 || Number(session.expires_at) <= now) return null
    if (session.token_hash === known.hash) {
      const { token, hash } = refreshTokens.make(session.id)
      const next = { token_hash: hash, rotated_at: now, expires_at: now + REFRESH_TOKEN_TTL_MS }
      // Not rotated: another request has just done it with the same token, and this one is the second tab.
      return { session, refreshToken: (await repository.rotate(session, next)) ? token : null }
    }
    if (isSecondTab(session, known.hash, now)) return { session, refreshToken: null }
    // A token that was ours and is spent: either its owner or a thief has the newer one, so neither keeps the session.
    await throwOutOf(tx, session)
    return null
  }

  return {
    /** Begins a session; without `lasting` it ends with its access token. */
    async begin(
      about: {
        userId: string
        site: string
        lasting: boolean
        beginning?: Beginning
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
    /** Continues a session of the site with its refresh token; throws REFRESH_INVALID. A spent token ends the session. */
    async refresh(
      about: { token: string | null; site: string },
      keep: RecordResponse<IssuedSession>,
    ): Promise<IssuedSession> {
      const { token, site } = about
      if (token === null) throw new DomainError('REFRESH_INVALID')
      const begun = await database.transaction(async (tx) => {
        const continued = await continueIn(tx, { token, site })
        if (!continued) return null
        const { session, refreshToken } = continued
        const answer = { sessionId: session.id, signedIn: await signedIn(session), refreshToken }
        keep(tx, answer)
        return answer
      })
      if (!begun) throw new DomainError('REFRESH_INVALID')
      return begun
    },
    /** Whose session of the forum the refresh token is of, while that lasts; null for any other token. */
    async holderOf(token: string | null): Promise<{ userId: string; sessionId: string } | null> {
      const known = token === null ? null : refreshTokens.read(token)
      const session = known && (await sessionRepository(database.read).byId(known.sessionId))
      if (!session || session.site !== '' || session.ended_at > 0) return null
      const isItsToken = known.hash === session.token_hash || isSecondTab(session, known.hash, clock.now())
      if (!isItsToken || Number(session.expires_at) <= clock.now()) return null
      return { userId: session.user_id, sessionId: session.id }
    },
    /** What `begin` or `refresh` once gave, to be given again: the refresh token only while it is the session's newest. */
    async again<Known extends IssuedSession>(begun: Known): Promise<Known> {
      const known = begun.refreshToken === null ? null : refreshTokens.read(begun.refreshToken)
      const session = known && (await sessionRepository(database.read).byId(known.sessionId))
      return session?.token_hash === known?.hash ? begun : { ...begun, refreshToken: null }
    },
    /** Ends the session of a refresh token, or all of its user's; a token that is no good ends nothing. */
    async end(
      about: { token: string | null; everywhere: boolean },
      tx?: Transaction,
      keep: RecordResponse<Record<string, never>> = () => {},
    ): Promise<Record<string, never>> {
      const known = about.token === null ? null : refreshTokens.read(about.token)
      if (!known) return {}
      return database.transaction(async (tx) => {
        const session = await sessionRepository(tx.connection).byId(known.sessionId)
        if (session && session.ended_at === 0) {
          if (about.everywhere) await revokeSessions(tx, session.user_id, { device: session.device })
          else if (await sessionRepository(tx.connection).end(session.id, clock.now()))
            await publishEnd(tx, session.user_id)
        }
        keep(tx, {})
        return {}
      }, tx)
    },
    /** Throws REAUTHENTICATION_REQUIRED unless the session's owner has proved who they are within the minutes before now, or another time. */
    async assertRecent(sessionId: string, tx?: Transaction, at = clock.now()): Promise<void> {
      const session = await sessionRepository(database.from(tx)).byId(sessionId)
      const isRecent = at - Number(session?.authenticated_at ?? 0) <= REAUTHENTICATION_TTL_MS
      // It may have been ended since the call came in.
      if (!isRecent || session?.ended_at !== 0) throw new DomainError('REAUTHENTICATION_REQUIRED')
    },
    /** Whether what was proved in the session counts: nobody was thrown out of it. Its owner may have left it. */
    async counts(sessionId: string, tx?: Transaction): Promise<boolean> {
      const session = await sessionRepository(database.from(tx)).byId(sessionId)
      if (!session || Number(session.expires_at) <= clock.now()) return false
      return Number(session.ended_at) === 0 || Number(session.authenticated_at) > 0
    },
    /** The session's owner has just proved who they are. */
    async markRecent(tx: Transaction, sessionId: string): Promise<void> {
      await sessionRepository(tx.connection).authenticated(sessionId, clock.now())
    },
    /** Whether the user has signed in lately from about this address, in whichever browser. */
    async wereNear(userId: string, prefix: string, tx?: Transaction): Promise<boolean> {
      const addresses = await sessionRepository(database.from(tx)).addressesOf(userId, SHOWN_MAX)
      return addresses.some((address) => surroundingsOf(address) === surroundingsOf(prefix))
    },
    /** What was proved in other sessions of the user is not enough any more, nor what was begun by that; their browsers are unknown. */
    async forgetOtherProofs(tx: Transaction, userId: string, sessionId: string): Promise<void> {
      await forgetElsewhere(tx, userId, { sessionId })
    },
    /** Where a user is signed in, the place used last first. */
    async listOf(userId: string): Promise<SessionRow[]> {
      return sessionRepository(database.read).aliveOf(userId, { now: clock.now(), limit: SHOWN_MAX })
    },
    /**
     * Ends one session of the user, whose browser is then unknown but for the one that asks; throws SESSION_NOT_FOUND, the
     * same for one of somebody else as for none.
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
        if (!isTheirs || !(await throwOutOf(tx, session))) throw new DomainError('SESSION_NOT_FOUND')
        if (session.device !== (await deviceOf(tx, by))) await devices.forgetOne(tx, userId, session.device)
      }, tx)
    },
    /**
     * Ends every session of a user, whose browsers are unknown then but for the device named: after a reset of the password,
     * a merge, a deletion.
     */
    async endAllOf(userId: string, tx?: Transaction, device = ''): Promise<void> {
      await database.transaction((tx) => revokeSessions(tx, userId, { device }), tx)
    },
    /** Ends every session of a user but this one, whose browser alone stays known. */
    async endOthers(userId: string, sessionId: string, tx?: Transaction): Promise<void> {
      await database.transaction((tx) => revokeSessions(tx, userId, { sessionId }), tx)
    },
    /** Job: forgets sessions and codes that have expired, and browsers that were not used for long. */
    async cleanUp(): Promise<void> {
      await devices.cleanUp()
      await database.transaction(({ connection }) => sessionRepository(connection).deleteExpired(clock.now()))
    },
  }
}

/** True for the token before the newest one, as long as another tab may just have got that. */
function isSecondTab({ previous_hash, rotated_at }: SessionRow, hash: string, now: number): boolean {
  return previous_hash === hash && now - Number(rotated_at) <= GRACE_MS
}

const USER_AGENT_MAX = 300

function columnsOf(beginning: Beginning | undefined) {
  const { method = '', device = '', userAgent = '', address = '' } = beginning ?? {}
  return { method, device, user_agent: userAgent.slice(0, USER_AGENT_MAX), address }
}
