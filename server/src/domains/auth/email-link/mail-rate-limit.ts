import type { Transaction } from '../../../platform/database/database.ts'
import type { CountKey, EventCounts } from '../../../platform/limits/event-counts.ts'
import { POLICIES } from '../../../platform/limits/policies.ts'
import { type AddressBucket, surroundingsOf } from '../../../platform/security/address.ts'

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

interface Counter extends CountKey {
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
export function createMailRateLimit({ eventCounts, scale }: { eventCounts: EventCounts; scale: number }) {
  const most = (mails: number) => Math.max(1, Math.floor(mails * scale))

  function countersOf({ email, kind, device, networks, isNear }: AskedMail): Counter[] {
    const about = [kind, email.toLowerCase()]
    const place = isNear ? ['near', surroundingsOf(networks[0]?.prefix ?? '')] : []
    const { mail, mailByNetwork, mailByDevice } = POLICIES
    if (device !== null) return [{ policy: 'mailByDevice', of: [...about, device], max: most(mailByDevice.limit) }]
    return [
      {
        policy: 'mail',
        of: [...about, ...place],
        max: most(mail.limit),
        newcomers: most(mail.limit * NEWCOMERS_FACTOR),
      },
      ...networks.map(({ prefix, factor }): Counter => {
        const max = most(Math.min(mailByNetwork.limit * factor, mail.limit * NETWORK_SHARE))
        return { policy: 'mailByNetwork', of: [...about, prefix], max }
      }),
    ]
  }

  return {
    /** Counts a mail; false where it is one too many, which is not counted. `scale` multiplies what is allowed. */
    async take(tx: Transaction, asked: AskedMail): Promise<boolean> {
      const counters = countersOf(asked)
      const counts = (await eventCounts.lock(tx, counters)).map((count) => ({ ...count, events: count.events + 1 }))
      const isNewcomer = counters.every(({ newcomers }, at) => newcomers !== undefined || counts[at]?.events === 1)
      const mostOf = ({ max, newcomers }: Counter) => (isNewcomer && newcomers !== undefined ? newcomers : max)
      if (counters.some((counter, at) => (counts[at]?.events ?? 0) > mostOf(counter))) return false
      for (const count of counts) await eventCounts.set(tx, count)
      return true
    },
  }
}
