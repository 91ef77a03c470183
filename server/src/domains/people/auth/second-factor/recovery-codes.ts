import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@stoa/contract'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import { factorRepository } from './repository.ts'

/** Excludes look-alike letters and digits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>

/** Codes for when the authenticator is lost: single-use, 79 random bits, stored as hashes. */
export function createRecoveryCodes({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  return {
    /** Replaces all codes. */
    async renew(tx: Transaction, userId: string): Promise<string[]> {
      const codes = Array.from({ length: RECOVERY_CODES }, makeCode)
      await factorRepository(tx.connection).replaceCodes(
        userId,
        codes.map((code) => hashOf(userId, code)),
      )
      return codes
    },
    async forget(tx: Transaction, userId: string): Promise<void> {
      await factorRepository(tx.connection).replaceCodes(userId, [])
    },
    /** Consumes a code. Returns false if it isn't this person's or was used. */
    async use(tx: Transaction, userId: string, code: string): Promise<boolean> {
      const about = { userId, codeHash: hashOf(userId, code), now: clock.now() }
      return factorRepository(tx.connection).useCode(about)
    },
    async countLeft(userId: string, tx?: Transaction): Promise<number> {
      return factorRepository(database.from(tx)).codesLeft(userId)
    },
  }
}

function makeCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** Ignores case and hyphens. */
function hashOf(userId: string, code: string): string {
  return sha256(`${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
}
