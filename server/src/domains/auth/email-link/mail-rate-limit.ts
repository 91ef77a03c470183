import { EMAIL_ALLOWANCE } from '@stoa/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { type AddressBucket, surroundingsOf } from '../../../platform/security/address.ts'
import { sha256 } from '../../../platform/security/keys.ts'
import { allowanceRepository } from './repository.ts'

export type MailRateLimit = ReturnType<typeof createMailRateLimit>

/** A mail that somebody asks for. */
interface AskedMail {
  email: string
  /** Each kind is counted by itself: who has one sent again and again keeps nobody from another. */
  kind: 'signIn' | 'reset' | 'confirm' | 'reauthenticate'
  /** Name of the browser, where it is one known to the address's owner. */
  device: string | null
  /** Where the request comes from. */
  networks: AddressBucket[]
  /** Whether the address's owner has signed in from about there. */
  isNear: boolean
}

/** What part of the bound for all networks one of them may use up, however many addresses it has. */
const NETWORK_SHARE = 1 / 4
/** How many times the bound for all is given to networks that ask for the first time. */
const NEWCOMERS_FACTOR = 5

interface Counter {
  keyHash: string
  max: number
  /** How many there may be in all for a network to get its first one; only of the bound for all networks. */
  newcomers?: number
}

/**
 * How many mails an address gets that anybody can ask for, so that nobody floods a mailbox. They are counted by the
 * network that asks, and all networks together have a wider bound, of which one uses up a part only. Beyond it a network
 * gets one mail, up to a bound wider still: a few networks keep nobody in another from theirs, a hundred can. They do not
 * where its owner has signed in before: that place has an allowance of its own, and so has each known device.
 */
export function createMailRateLimit(about: {
  database: Database
  clock: Clock
  /** Multiplies the allowance. */
  scale: number
}) {
  const { database, clock, scale } = about
  const most = (mails: number) => Math.max(1, Math.floor(mails * scale))

  function countersOf({ email, kind, device, networks, isNear }: AskedMail): Counter[] {
    const { mails, overall } = EMAIL_ALLOWANCE
    const about = [kind, email.toLowerCase()]
    const place = isNear ? ['near', surroundingsOf(networks[0]?.prefix ?? '')] : []
    const counters =
      device === null
        ? [
            { key: [...about, ...place], max: most(overall), newcomers: most(overall * NEWCOMERS_FACTOR) },
            ...networks.map(({ prefix, factor }) => ({
              key: [...about, 'network', prefix],
              max: most(Math.min(mails * factor, overall * NETWORK_SHARE)),
            })),
          ]
        : [{ key: [...about, 'device', device], max: most(mails) }]
    // In one order, or two requests could wait for each other.
    return counters
      .map(({ key, ...rest }) => ({ keyHash: sha256(JSON.stringify(key)), ...rest }))
      .toSorted((a, b) => (a.keyHash < b.keyHash ? -1 : 1))
  }

  return {
    /** Counts a mail; false where it is one too many, which is not counted. */
    async take(tx: Transaction, asked: AskedMail): Promise<boolean> {
      const repository = allowanceRepository(tx.connection, database.dialect)
      const now = clock.now()
      const counted = []
      for (const counter of countersOf(asked)) {
        const row = await repository.lock(counter.keyHash, now)
        const isOver = Number(row.since) <= now - EMAIL_ALLOWANCE.windowMs
        const next = isOver ? { ...row, since: now, mails: 1 } : { ...row, mails: row.mails + 1 }
        counted.push({ ...counter, next })
      }
      const isNewcomer = counted.every(({ newcomers, next }) => newcomers !== undefined || next.mails === 1)
      const mostOf = ({ max, newcomers }: Counter) => (isNewcomer && newcomers !== undefined ? newcomers : max)
      if (counted.some((counter) => counter.next.mails > mostOf(counter))) return false
      for (const { next } of counted) await repository.update(next)
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
