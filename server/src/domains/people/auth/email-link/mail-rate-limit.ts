import type { Transaction } from '../../../../platform/database/database.ts'
import type { CountKey, EventCounts } from '../../../../platform/limits/event-counts.ts'
import { POLICIES } from '../../../../platform/limits/policies.ts'
import { type AddressBucket, widerNetworkOf } from '../../../../platform/security/address.ts'

export type MailRateLimit = ReturnType<typeof createMailRateLimit>

/** A mail that somebody requests. */
interface MailRequest {
  email: string
  /** Each kind has its own counters. */
  kind: 'signIn' | 'reset' | 'confirm' | 'reauthenticate'
  /** The browser's name if known to the address's owner, else null. */
  device: string | null
  /** Where the request comes from. */
  networks: AddressBucket[]
  /** Whether the owner has signed in from nearby. */
  isNear: boolean
}

/** Share of the limit for all networks that a single network may use. */
const NETWORK_SHARE = 1 / 4
/** The higher limit for networks requesting their first mail, as a multiple of the total limit. */
const NEWCOMERS_FACTOR = 5

interface Counter extends CountKey {
  max: number
  /** The higher limit for a network's first mail; only set for the total. */
  newcomers?: number
}

/**
 * Limits the mails an address gets, so that nobody can flood a mailbox. Mails are counted per requesting network. All
 * networks also share a wider limit, of which one network may use only a part. Beyond that, each further network gets
 * one mail, up to a still wider limit: a few networks can't block others, a hundred can. Places where the owner has
 * signed in before have their own allowance, and so does each known device.
 */
export function createMailRateLimit({ eventCounts, scale }: { eventCounts: EventCounts; scale: number }) {
  const most = (mails: number) => Math.max(1, Math.floor(mails * scale))

  function countersOf({ email, kind, device, networks, isNear }: MailRequest): Counter[] {
    const about = [kind, email.toLowerCase()]
    const network = isNear ? ['near', widerNetworkOf(networks[0]?.prefix ?? '')] : []
    const { mailToAddress, mailByNetwork, mailByDevice } = POLICIES
    if (device !== null) return [{ policy: 'mailByDevice', of: [...about, device], max: most(mailByDevice.limit) }]
    return [
      {
        policy: 'mailToAddress',
        of: [...about, ...network],
        max: most(mailToAddress.limit),
        newcomers: most(mailToAddress.limit * NEWCOMERS_FACTOR),
      },
      ...networks.map(({ prefix, factor }): Counter => {
        const max = most(Math.min(mailByNetwork.limit * factor, mailToAddress.limit * NETWORK_SHARE))
        return { policy: 'mailByNetwork', of: [...about, prefix], max }
      }),
    ]
  }

  return {
    /** Counts a mail. Returns false, without counting, if the limit is reached. `scale` multiplies the limits. */
    async take(tx: Transaction, mailRequest: MailRequest): Promise<boolean> {
      const counters = countersOf(mailRequest)
      const counts = (await eventCounts.lock(tx, counters)).map((count) => ({ ...count, events: count.events + 1 }))
      const isNewcomer = counters.every(({ newcomers }, at) => newcomers !== undefined || counts[at]?.events === 1)
      const mostOf = ({ max, newcomers }: Counter) => (isNewcomer && newcomers !== undefined ? newcomers : max)
      if (counters.some((counter, at) => (counts[at]?.events ?? 0) > mostOf(counter))) return false
      for (const count of counts) await eventCounts.set(tx, count)
      return true
    },
  }
}
