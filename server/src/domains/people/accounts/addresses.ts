import { randomInt } from 'node:crypto'
import type { Transaction } from '../../../platform/database/database.ts'
import { isDomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Names } from './names.ts'
import { userRepository } from './repository.ts'
import { claimsToSpeakForUs } from './usernames.ts'

/** Letters and digits without look-alikes. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 5
/** Number of tries before a longer name is used. */
const TRIES = 8

const NONE_WAITS = { pending_email: null, pending_email_key: null, pending_session: '' }

/** Who referred a person, and where. */
export interface Referral {
  /** Username or id; unknown values are ignored. */
  refBy?: string | undefined
  refFrom?: string | undefined
}

export interface NewAccount extends Referral {
  username: string
  /** Must be confirmed already. */
  email: string | null
  passwordHash: string | null
  /** Default empty: the username is shown. */
  displayName?: string
  /** Default: no picture. */
  profileImageUrl?: string
  /** Default: the person has chosen it. */
  hasMadeUpName?: boolean
}

/** Manages accounts' email addresses and passwords. An address belongs to the one account that has confirmed it. */
export function createAddresses(
  about: Pick<Platform, 'database' | 'clock'> & {
    create(account: NewAccount, tx?: Transaction): Promise<string>
    names: Pick<Names, 'assertNobodyElses' | 'assertNoCommunity'>
  },
) {
  const { database, clock, create, names } = about
  const read = (tx?: Transaction) => userRepository(database.from(tx))

  /** Whether a display name from a provider or publisher impersonates neither the forum nor another person or a community. */
  async function isOneOfTheirs(displayName: string, tx?: Transaction): Promise<boolean> {
    if (claimsToSpeakForUs(displayName)) return false
    try {
      await names.assertNobodyElses(displayName, '', tx)
      await names.assertNoCommunity(displayName, '', tx)
      return true
    } catch (error) {
      if (!isDomainError(error)) throw error
      return false
    }
  }

  /** Makes the address the account's own. False if it belongs to another account. */
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
    /** Id of the account that has confirmed the address, in any letter case; null if none has. */
    async byConfirmedEmail(email: string, tx?: Transaction): Promise<string | null> {
      return (await read(tx).byEmail(email.toLowerCase()))?.id ?? null
    },
    /**
     * Accounts without an address that wait to confirm this one. (Accounts that change theirs confirm both addresses.)
     */
    async byPendingEmail(email: string, tx?: Transaction): Promise<{ id: string; username: string }[]> {
      return read(tx).byPendingEmail(email.toLowerCase())
    },
    /**
     * Creates an account without a password, under a random name, and returns its id. The address must be verified.
     * Throws `AddressTaken` if it belongs to another account.
     */
    async createNameless(account: Omit<NewAccount, 'username' | 'passwordHash'>, tx?: Transaction): Promise<string> {
      const { displayName = '' } = account
      const isGood = displayName !== '' && (await isOneOfTheirs(displayName, tx))
      const namedAccount = {
        ...account,
        displayName: isGood ? displayName : '',
        hasMadeUpName: !isGood,
        passwordHash: null,
      }
      for (let count = 1; ; count += 1) {
        const username = `member_${randomLetters(LENGTH + Math.floor(count / TRIES))}`
        try {
          return await create({ ...namedAccount, username }, tx)
        } catch (error) {
          const isTaken = isDomainError(error) && error.code.startsWith('USERNAME_')
          if (!isTaken || count > TRIES) throw error
        }
      }
    },
    /** Locks the account, which serializes changes of its address until the transaction ends. */
    async lock({ connection }: Transaction, userId: string): Promise<void> {
      await userRepository(connection).locked(userId, database.dialect)
    },
    confirmEmail,
    /** Confirms the address only if the account has none and waits for this one. False otherwise. */
    async claimEmail(tx: Transaction, { userId, email }: { userId: string; email: string }): Promise<boolean> {
      const row = await userRepository(tx.connection).locked(userId, database.dialect)
      const waits = row?.email_key === null && row.pending_email_key === email.toLowerCase()
      return waits && (await confirmEmail(tx, userId, email))
    },
    /** Sets the address waiting for confirmation and the session it was entered in; null removes it. */
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
     * Drops the waiting address if `isOver` is true for the session it was entered in; returns whether it did. Locks
     * the account until the transaction ends.
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
