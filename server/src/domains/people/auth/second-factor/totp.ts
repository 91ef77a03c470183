import { Secret, TOTP } from 'otpauth'
import { HOUR_MS } from '../../../../platform/clock.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { deriveKey, openSealed, seal } from '../../../../platform/security/keys.ts'
import type { SessionService } from '../sessions/service.ts'
import { TOTP_KEY } from '../tables.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import { factorRepository, type TotpRow } from './repository.ts'

/** Settings supported by every authenticator (RFC 6238). */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Accepted steps before and after the current one, for clock differences. */
const WINDOW = 1
const SECRET_BYTES = 20
/** How long an unconfirmed secret is kept. */
const PENDING_MS = HOUR_MS

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'secret'> {
  recoveryCodes: RecoveryCodes
  sessions: Pick<SessionService, 'assertRecent' | 'forgetOtherProofs'>
}

export type Totp = ReturnType<typeof createTotp>

/** Authenticator codes as second factor: setup, verification, removal. */
export function createTotp({ database, clock, events, recoveryCodes, sessions, secret }: Dependencies) {
  const key = deriveKey(secret, TOTP_KEY)

  /** Null if it was encrypted with a secret that is lost. Recovery codes still work then. */
  function open({ sealed }: TotpRow): string | null {
    try {
      return openSealed(key, sealed)
    } catch {
      return null
    }
  }

  /** The code's time step; null if the code is wrong. */
  function stepOf(row: TotpRow, code: string): number | null {
    const timestamp = clock.now()
    const opened = open(row)
    if (opened === null) return null
    const totp = new TOTP({ ...SETTINGS, secret: Secret.fromBase32(opened) })
    const delta = totp.validate({ token: code, timestamp, window: WINDOW })
    return delta === null ? null : totp.counter({ timestamp }) + delta
  }

  /** A network admin's permissions may depend on it. */
  function publishChange(tx: Transaction, userId: string): void {
    events.publish(tx, { name: 'viewer.changed', payload: { userId } })
  }

  async function isOn(userId: string, tx?: Transaction): Promise<boolean> {
    return Number((await factorRepository(database.from(tx)).totpOf(userId))?.confirmed_at ?? 0) > 0
  }

  return {
    isOn,
    /** Creates a secret, to be confirmed with a code. Throws REAUTHENTICATION_REQUIRED and SECOND_FACTOR_EXISTS. */
    async begin(
      { userId, sessionId }: { userId: string; sessionId: string },
      about: { issuer: string; label: string },
      tx?: Transaction,
    ): Promise<{ secret: string; uri: string }> {
      await sessions.assertRecent(sessionId, tx)
      if (await isOn(userId, tx)) throw new DomainError('SECOND_FACTOR_EXISTS')
      const newSecret = new Secret({ size: SECRET_BYTES })
      const now = clock.now()
      const row = {
        user_id: userId,
        sealed: seal(key, newSecret.base32),
        created_at: now,
        confirmed_at: 0,
        last_step: 0,
      }
      await database.transaction(({ connection }) => factorRepository(connection).putPending(row), tx)
      return { secret: newSecret.base32, uri: new TOTP({ ...SETTINGS, ...about, secret: newSecret }).toString() }
    },
    /** Turns codes on and returns the recovery codes. Throws CODE_INVALID or SECOND_FACTOR_EXISTS. */
    async confirm(
      { userId, sessionId }: { userId: string; sessionId: string },
      code: string,
      tx?: Transaction,
    ): Promise<string[]> {
      return database.transaction(async (tx) => {
        const repository = factorRepository(tx.connection)
        const row = await repository.totpOf(userId)
        if (Number(row?.confirmed_at ?? 0) > 0) throw new DomainError('SECOND_FACTOR_EXISTS')
        const isFresh = row !== undefined && Number(row.created_at) > clock.now() - PENDING_MS
        const step = isFresh ? stepOf(row, code) : null
        if (step === null || !(await repository.confirm(userId, { confirmed_at: clock.now(), last_step: step })))
          throw new DomainError('CODE_INVALID')
        // Other sessions may have been authenticated with a password alone.
        await sessions.forgetOtherProofs(tx, userId, sessionId)
        publishChange(tx, userId)
        return recoveryCodes.renew(tx, userId)
      }, tx)
    },
    /** Turns codes off. */
    async turnOff(userId: string, tx?: Transaction): Promise<void> {
      await database.transaction(async (tx) => {
        await factorRepository(tx.connection).deleteTotp(userId)
        await recoveryCodes.forget(tx, userId)
        publishChange(tx, userId)
      }, tx)
    },
    /** Creates new recovery codes. Throws FORBIDDEN if codes are off. */
    async renewCodes(userId: string, tx?: Transaction): Promise<string[]> {
      if (!(await isOn(userId, tx))) throw new DomainError('FORBIDDEN')
      return database.transaction((tx) => recoveryCodes.renew(tx, userId), tx)
    },
    /** Consumes a code in the transaction. Neither it nor an earlier one is accepted again. */
    async use(tx: Transaction, userId: string, code: string): Promise<boolean> {
      const repository = factorRepository(tx.connection)
      const row = await repository.totpOf(userId)
      if (row === undefined || Number(row.confirmed_at) === 0) return false
      const step = stepOf(row, code)
      return step !== null && repository.useStep(userId, step)
    },
  }
}
