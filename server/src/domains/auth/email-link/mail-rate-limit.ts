import type { Transaction } from '../../../platform/database/database.ts'
import type { CountKey, EventCounts } from '../../../platform/limits/event-counts.ts'
import { POLICIES } from '../../../platform/limits/policies.ts'
import { type AddressBucket, widerNetworkOf } from '../../../platform/security/address.ts'

export type MailRateLimit = ReturnType<typeof createMailRateLimit>

/** A requested mail. */
interface AskedMail {
  email: string
  /** Each kind is counted separately. */
  kind: 'signIn' | 'reset' | 'confirm' | 'reauthenticate'
  /** Name of the browser, if known to the address's owner. */
  device: string | null
  /** Where the request comes from. */
  networks: AddressBucket[]
  /** Whether the owner has signed in from nearby. */
  isNear: boolean
}

/** Share of the limit for all networks that one network may use. */
const NETWORK_SHARE = 1 / 4
/** Multiple of the total limit, for networks requesting their first mail. */
const NEWCOMERS_FACTOR = 5

interface Counter extends CountKey {
  max: number
  /** Limit up to which a network gets its first mail; only for the total. */
  newcomers?: number
}

/**
 * Limits the mails an address gets, so that nobody can flood a mailbox. They are counted by requesting network, and all
 * networks share a wider limit, of which one may use only a part. Beyond that, each further network gets one mail, up
 * to a still wider limit: a few networks can't block others, a hundred can. Places where the owner has signed in
 * before, and each known device, have their own allowance.
 */
export function createMailRateLimit({ eventCounts, scale }: { eventCounts: EventCounts; scale: number }) {
  const most = (mails: number) => Math.max(1, Math.floor(mails * scale))

  function countersOf({ email, kind, device, networks, isNear }: AskedMail): Counter[] {
    const about = [kind, email.toLowerCase()]
    const place = isNear ? ['near', widerNetworkOf(networks[0]?.prefix ?? '')] : []
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
    /** Counts a mail; returns false, without counting, if it is one too many. `scale` multiplies the limits. */
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
