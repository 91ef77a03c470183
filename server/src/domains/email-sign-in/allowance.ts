import { EMAIL_ALLOWANCE } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { AddressBucket } from '../../http/address.ts'
import type { Clock } from '../../lib/clock.ts'
import { sha256 } from '../../lib/keys.ts'
import { allowanceRepository } from './repository.ts'

export type MailAllowance = ReturnType<typeof createMailAllowance>

/** A mail that somebody asks for. */
interface AskedMail {
  email: string
  /** Each kind is counted by itself: who has one sent again and again keeps nobody from another. */
  kind: 'signIn' | 'reset' | 'confirm'
  /** Name of the browser, where it is one known to the address's owner. */
  device: string | null
  /** Where the request comes from. */
  networks: AddressBucket[]
}

/**
 * How many mails an address gets that anybody can ask for, so that nobody floods a mailbox. They are counted by the
 * network that asks, so that nobody elsewhere uses them up, and all networks together have a wider bound. A device that
 * its owner has signed in with has an allowance of its own.
 */
export function createMailAllowance(about: {
  database: Database
  clock: Clock
  /** Multiplies the allowance. */
  scale: number
}) {
  const { database, clock, scale } = about
  const most = (mails: number) => Math.max(1, Math.floor(mails * scale))

  function countersOf({ email, kind, device, networks }: AskedMail) {
    const about = [kind, email.toLowerCase()]
    const counters =
      device === null
        ? [
            { key: about, max: most(EMAIL_ALLOWANCE.overall) },
            ...networks.map(({ prefix, factor }) => ({
              key: [...about, 'network', prefix],
              max: most(EMAIL_ALLOWANCE.mails * factor),
            })),
          ]
        : [{ key: [...about, 'device', device], max: most(EMAIL_ALLOWANCE.mails) }]
    // In one order, or two requests could wait for each other.
    return counters
      .map(({ key, max }) => ({ keyHash: sha256(JSON.stringify(key)), max }))
      .toSorted((a, b) => (a.keyHash < b.keyHash ? -1 : 1))
  }

  return {
    /** Counts a mail; false where it is one too many, which is not counted. */
    async take(unit: Unit, asked: AskedMail): Promise<boolean> {
      const repository = allowanceRepository(unit.connection, database.dialect)
      const now = clock.now()
      const counted = []
      for (const { keyHash, max } of countersOf(asked)) {
        const row = await repository.lock(keyHash, now)
        const isOver = Number(row.since) <= now - EMAIL_ALLOWANCE.windowMs
        const next = isOver ? { ...row, since: now, mails: 1 } : { ...row, mails: row.mails + 1 }
        if (next.mails > max) return false
        counted.push(next)
      }
      for (const row of counted) await repository.update(row)
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
