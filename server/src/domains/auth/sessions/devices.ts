import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { deriveKey, shortMac } from '../../../platform/security/keys.ts'
import { deviceRepository } from './device-repository.ts'

/** For how long a browser in which nobody signs in again stays known. */
export const DEVICE_TTL_MS = 365 * 24 * 60 * 60 * 1000

/** Accounts of one browser that are looked at. */
const ACCOUNTS_MAX = 20

export type Devices = ReturnType<typeof createDevices>

/**
 * Browsers in which an account has signed in before, so that guesses made elsewhere don't slow them down (OWASP device
 * cookies). The cookie names the browser; what is known to an account is kept here, so that it can be forgotten. One
 * browser may be known to several accounts.
 */
export function createDevices({ database, clock, secret }: { database: Database; clock: Clock; secret: string }) {
  const cookieKey = deriveKey(secret, 'stoa device')
  const nameKey = deriveKey(secret, 'stoa device name')

  /** How the browser is kept; null for a cookie that was not made here. */
  function nameOf(cookie: string | null): string | null {
    const [nonce = '', mac] = (cookie ?? '').split('.')
    return shortMac(cookieKey, nonce) === mac ? shortMac(nameKey, nonce) : null
  }

  function make(): string {
    const nonce = randomBytes(16).toString('base64url')
    return `${nonce}.${shortMac(cookieKey, nonce)}`
  }

  /** Names the browser, and tells which of these accounts have signed in in it; with one query, however many there are. */
  async function readAll(cookie: string | null, userIds: string[], tx?: Transaction) {
    const device = nameOf(cookie)
    if (device === null) return { device, knownTo: new Set<string>() }
    const since = clock.now() - DEVICE_TTL_MS
    return { device, knownTo: new Set(await deviceRepository(database.from(tx)).knownTo({ userIds, device, since })) }
  }

  return {
    readAll,
    /** Names the browser where the account has signed in in it; null otherwise. Does the same work for no account (''). */
    async read(cookie: string | null, userId: string, tx?: Transaction): Promise<string | null> {
      const { device, knownTo } = await readAll(cookie, [userId], tx)
      return knownTo.has(userId) ? device : null
    },
    /** Accounts that have signed in in the browser, the last ones first. */
    async accountsIn(cookie: string | null): Promise<string[]> {
      const device = nameOf(cookie)
      if (device === null) return []
      const since = clock.now() - DEVICE_TTL_MS
      return deviceRepository(database.read).accountsIn({ device, since, limit: ACCOUNTS_MAX })
    },
    /** The account signs in in the browser: its cookie, new where it had none, and whether it was known. */
    async note(
      tx: Transaction,
      { userId, cookie }: { userId: string; cookie: string | null },
    ): Promise<{ cookie: string; device: string; wasKnown: boolean }> {
      const kept = cookie !== null && nameOf(cookie) !== null ? cookie : make()
      const device = nameOf(kept) ?? ''
      const repository = deviceRepository(tx.connection)
      const since = clock.now() - DEVICE_TTL_MS
      const known = await repository.knownTo({ userIds: [userId], device, since })
      await repository.note({ userId, device, now: clock.now() })
      return { cookie: kept, device, wasKnown: known.length > 0 }
    },
    /** All browsers of an account are unknown from now on, but one; empty: all of them. */
    async forget(tx: Transaction, userId: string, keep: string): Promise<void> {
      await deviceRepository(tx.connection).forget(userId, keep)
    },
    /** The browser is unknown to the account from now on. */
    async forgetOne(tx: Transaction, userId: string, device: string): Promise<void> {
      await deviceRepository(tx.connection).forgetOne(userId, device)
    },
    /** Job: forgets browsers that were not used for long. */
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) =>
        deviceRepository(connection).deleteBefore(clock.now() - DEVICE_TTL_MS),
      )
    },
  }
}
