import { DAY_MS } from '../../../../platform/clock.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { deriveKey, shortMac } from '../../../../platform/security/keys.ts'
import { sharedSourceRepository } from './repository.ts'

/** How long a sign-in counts as evidence that accounts share a browser or network. */
const SHARED_PLACE_TTL_MS = 90 * DAY_MS

/** Maximum number of accounts considered. */
const SHARING_MAX = 200
/** A network shared by more accounts is a school or a company and proves nothing. */
const NETWORK_ACCOUNTS_MAX = 10

export type SharedSources = ReturnType<typeof createSharedSources>

/**
 * Finds accounts that share a browser or a network, for moderators looking for banned people who came back. Networks
 * are stored as keyed hashes, which reveal no address.
 */
export function createSharedSources({ database, clock, secret }: Pick<Platform, 'database' | 'clock' | 'secret'>) {
  const key = deriveKey(secret, 'stoa sign-in network')

  return {
    /** Records a sign-in of an account from a network. */
    async note(tx: Transaction, { userId, prefix }: { userId: string; prefix: string }): Promise<void> {
      if (prefix === 'unknown') return
      const row = { user_id: userId, network: shortMac(key, prefix), seen_at: clock.now() }
      await sharedSourceRepository(tx.connection).note(row)
    },
    /** Other accounts that share a browser or a network with these. */
    async sharing(userIds: string[]): Promise<{ device: string[]; network: string[] }> {
      const repository = sharedSourceRepository(database.read)
      const about = { userIds, since: clock.now() - SHARED_PLACE_TTL_MS, limit: SHARING_MAX }
      const [devices, networks] = await Promise.all([
        repository.sharing('device', about),
        repository.sharing('network', about),
      ])
      const countOf = (source: string) => networks.filter((row) => row.source === source).length
      const small = networks.filter(({ source }) => countOf(source) < NETWORK_ACCOUNTS_MAX)
      return { device: devices.map((row) => row.user_id), network: small.map((row) => row.user_id) }
    },
    /** Job: forgets networks after 90 days. */
    async cleanUp(): Promise<void> {
      const before = clock.now() - SHARED_PLACE_TTL_MS
      await database.transaction(({ connection }) => sharedSourceRepository(connection).deleteBefore(before))
    },
  }
}
