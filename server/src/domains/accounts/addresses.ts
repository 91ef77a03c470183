import { randomInt } from 'node:crypto'
import type { Transaction } from '../../platform/database/database.ts'
import { isDomainError } from '../../platform/domain-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Names } from './names.ts'
import { userRepository } from './repository.ts'
import { claimsToSpeakForUs } from './usernames.ts'

/** Letters and digits without look-alikes. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 5
/** Tries before a longer name is used. */
const TRIES = 8

const NONE_WAITS = { pending_email: null, pending_email_key: null, pending_session: '' }

/** Who referred a person, and from where. */
export interface Referral {
  /** Username or id; unknown ones are ignored. */
  refBy?: string | undefined
  refFrom?: string | undefined
}

export interface NewAccount extends Referral {
  username: string
  /** Confirmed by the caller. */
  email: string | null
  passwordHash: string | null
  /** Default empty: the username is shown. */
  displayName?: string
  /** Default empty: none. */
  profileImageUrl?: string
  /** Default: chosen by the person. */
  hasMadeUpName?: boolean
}

/** E-mail addresses and passwords of accounts. An address belongs to the one account that has confirmed it. */
export function createAddresses(
  about: Pick<Platform, 'database' | 'clock'> & {
    create(account: NewAccount, tx?: Transaction): Promise<string>
    names: Pick<Names, 'assertNobodyElses'>
  },
) {
  const { database, clock, create, names } = about
  const read = (tx?: Transaction) => userRepository(database.from(tx))

  /** Display names from providers and publishers may not impersonate the forum or other people either. */
  async function isOneOfTheirs(displayName: string, tx?: Transaction): Promise<boolean> {
    if (claimsToSpeakForUs(displayName)) return false
    try {
      await names.assertNobodyElses(displayName, '', tx)
      return true
    } catch (error) {
      if (!isDomainError(error)) throw error
      return false
    }
  }

  /** Makes the address the account's own; false if it is somebody else's. */
  async function confirmEmail(tx: Transaction, userId: string, email: string): Promise<boolean> {
    const change = { email, email_key: email.toLowerCase(), ...NONE_WAITS, updated_at: clock.now() }
    try {
      await userRepository(tx.connection).update(userId, change)
      return true
    } catch (error) {
      if (!database.dialect.isUniqueViolation(error)) throw error
      return false
    }
  }

  return {
    /** Id of the account that has confirmed the address, in any case, or null. */
    async byConfirmedEmail(email: string, tx?: Transaction): Promise<string | null> {
      return (await read(tx).byEmail(email.toLowerCase()))?.id ?? null
    },
    /** Accounts without an address of their own that wait to confirm this one. (Others change theirs at both ends.) */
    async byPendingEmail(email: string, tx?: Transaction): Promise<{ id: string; username: string }[]> {
      return read(tx).byPendingEmail(email.toLowerCase())
    },
    /**
     * Creates an account without a password, under a random name, and returns its id. The address must be verified;
     * throws `AddressTaken` if it belongs to somebody.
     */
    async createNameless(account: Omit<NewAccount, 'username' | 'passwordHash'>, tx?: Transaction): Promise<string> {
      const { displayName = '' } = account
      const isGood = displayName !== '' && (await isOneOfTheirs(displayName, tx))
      const named = { ...account, displayName: isGood ? displayName : '', hasMadeUpName: !isGood, passwordHash: null }
      for (let count = 1; ; count += 1) {
        const username = `member_${randomLetters(LENGTH + Math.floor(count / TRIES))}`
        try {
          return await create({ ...named, username }, tx)
        } catch (error) {
          const isTaken = isDomainError(error) && error.code.startsWith('USERNAME_')
          if (!isTaken || count > TRIES) throw error
        }
      }
    },
    /** Serialises changes of the account's address until the transaction ends. */
    async lock({ connection }: Transaction, userId: string): Promise<void> {
      await userRepository(connection).locked(userId, database.dialect)
    },
    confirmEmail,
    /** The same, only if the account has no address and waits for this one; false otherwise. */
    async claimEmail(tx: Transaction, { userId, email }: { userId: string; email: string }): Promise<boolean> {
      const row = await userRepository(tx.connection).locked(userId, database.dialect)
      const waits = row?.email_key === null && row.pending_email_key === email.toLowerCase()
      return waits && (await confirmEmail(tx, userId, email))
    },
    /** The address waiting for confirmation, and the session it was given in; null if there is none. */
    async setPendingEmail(
      tx: Transaction,
      userId: string,
      waiting: { email: string; sessionId: string } | null,
    ): Promise<void> {
      const change = waiting && {
        pending_email: waiting.email,
        pending_email_key: waiting.email.toLowerCase(),
        pending_session: waiting.sessionId,
      }
      await userRepository(tx.connection).update(userId, change ?? NONE_WAITS)
    },
    /**
     * Drops the waiting address if `isOver` is true for the session it was given in, and returns true then. Locks the
     * account's address until the transaction ends.
     */
    async dropPendingEmail({ connection }: Transaction, userId: string, isOver: (sessionId: string) => boolean) {
      const row = await userRepository(connection).locked(userId, database.dialect)
      if (!row || row.pending_email === null || !isOver(row.pending_session)) return false
      await userRepository(connection).update(userId, NONE_WAITS)
      return true
    },
    async setPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
      await userRepository(tx.connection).update(userId, { password_hash: passwordHash, updated_at: clock.now() })
    },
  }
}

function randomLetters(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
