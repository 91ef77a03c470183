import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { sha256 } from '../../lib/keys.ts'
import { factorRepository } from './repository.ts'

/** No letter or digit that looks like another one. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>

/** Codes for when the device with the application is lost: each good once, with 79 random bits, stored as hashes. */
export function createRecoveryCodes({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** Makes new codes in the place of all former ones. */
    async renew(unit: Unit, userId: string): Promise<string[]> {
      const codes = Array.from({ length: RECOVERY_CODES }, makeCode)
      await factorRepository(unit.connection).replaceCodes(
        userId,
        codes.map((code) => hashOf(userId, code)),
      )
      return codes
    },
    async forget(unit: Unit, userId: string): Promise<void> {
      await factorRepository(unit.connection).replaceCodes(userId, [])
    },
    /** Uses a code up; false for one that is none of this person's, or used. */
    async use(unit: Unit, userId: string, code: string): Promise<boolean> {
      const about = { userId, codeHash: hashOf(userId, code), now: clock.now() }
      return factorRepository(unit.connection).useCode(about)
    },
    async left(userId: string): Promise<number> {
      return factorRepository(database.read).codesLeft(userId)
    },
  }
}

function makeCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** However it is typed: in capitals, without its hyphens. */
function hashOf(userId: string, code: string): string {
  return sha256(`${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
}
