import { EMAIL_ALLOWANCE } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { sha256 } from '../../lib/keys.ts'
import { allowanceRepository } from './repository.ts'

export type MailAllowance = ReturnType<typeof createMailAllowance>

/**
 * How many mails an address gets that anybody can ask for, so that nobody floods a mailbox. A device that its owner has
 * signed in with has an allowance of its own: who uses up the common one keeps nobody from signing in.
 */
export function createMailAllowance(about: {
  database: Database
  clock: Clock
  /** Multiplies the allowance. */
  scale: number
}) {
  const { database, clock, scale } = about
  const most = Math.max(1, Math.floor(EMAIL_ALLOWANCE.mails * scale))
  return {
    /** Counts a mail; false where it is one too many. `device`: the name of one known to the address's owner. */
    async take(unit: Unit, { email, device }: { email: string; device: string | null }): Promise<boolean> {
      const repository = allowanceRepository(unit.connection, database.dialect)
      const now = clock.now()
      const row = await repository.lock(sha256(JSON.stringify([email.toLowerCase(), device])), now)
      const isOver = Number(row.since) <= now - EMAIL_ALLOWANCE.windowMs
      const counted = isOver ? { ...row, since: now, mails: 1 } : { ...row, mails: row.mails + 1 }
      if (counted.mails > most) return false
      await repository.update(counted)
      return true
    },
    /** Job: forgets counts that are over. */
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) =>
        allowanceRepository(connection, database.dialect).deleteBefore(clock.now() - EMAIL_ALLOWANCE.windowMs),
      )
    },
  }
}
