import { type Clock, DAY_MS } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { addressBuckets } from '../security/address.ts'
import { sha256, shortMac } from '../security/keys.ts'
import { POLICIES, type PolicyName } from './policies.ts'
import { type EventCountRow, eventCountRepository } from './repository.ts'

/** Identifies events of a policy that are counted together. */
export interface CountKey {
  policy: PolicyName
  /** Distinguishes them from others of the policy. */
  of: readonly (string | number)[]
  /** Allows resetting all counts of a subject, however many keys it has. */
  subject?: string
}

/** Identifies what the networks of a visitor's address may still add to a number today. */
export interface NetworkKey extends Omit<CountKey, 'subject'> {
  address: string
  /** Networks are stored as hashes with this key. */
  key: Buffer
}

/** What is left of a network's allowance. Locked until the transaction ends. */
export interface NetworkAllowance {
  left: number
  use(events: number): Promise<void>
}

/** A key's count, and when its window ends. */
export type EventCount = Omit<EventCountRow, 'subject_hash'>

export type EventCounts = ReturnType<typeof createEventCounts>

/** Counts kept in the database: exact, shared by all processes, and committed with the caller's transaction. */
export function createEventCounts({ database, clock }: { database: Database; clock: Clock }) {
  const repositoryOf = (tx: Transaction) => eventCountRepository(tx.connection, database.dialect)

  /** The keys' counts, 0 for ended windows; locked until the transaction ends. */
  async function lock(tx: Transaction, keys: CountKey[]): Promise<EventCount[]> {
    const rows = new Map<string, EventCount>()
    const subjects = new Map(keys.map((key) => [hashOf(key), subjectHashOf(key)]))
    // In a fixed order, to avoid deadlocks.
    for (const keyHash of [...subjects.keys()].toSorted()) {
      rows.set(keyHash, await repositoryOf(tx).lock({ keyHash, subjectHash: subjects.get(keyHash) ?? '' }))
    }
    return keys.map((key) => {
      const keyHash = hashOf(key)
      const { events = 0, expires_at = 0 } = rows.get(keyHash) ?? {}
      const isOver = Number(expires_at) <= clock.now()
      const endOfNew = clock.now() + POLICIES[key.policy].windowMs
      return { key_hash: keyHash, events: isOver ? 0 : events, expires_at: isOver ? endOfNew : Number(expires_at) }
    })
  }

  return {
    lock,
    /** Stores a changed count returned by `lock`. */
    async set(tx: Transaction, count: EventCount): Promise<void> {
      await repositoryOf(tx).update(count)
    },
    /** Changes a key's count; returns the new one. */
    async add(key: CountKey, change: number, tx?: Transaction): Promise<number> {
      return database.transaction(async (tx) => {
        const [count] = await lock(tx, [key])
        const events = Math.max(0, (count?.events ?? 0) + change)
        if (count) await repositoryOf(tx).update({ ...count, events })
        return events
      }, tx)
    },
    /** What is left of a policy's limit today (UTC). Wide networks of an address have more of it than narrow ones. */
    async allowance(tx: Transaction, { policy, of, address, key }: NetworkKey): Promise<NetworkAllowance> {
      const day = Math.floor(clock.now() / DAY_MS)
      const buckets = addressBuckets(address)
      const networks = buckets.map(({ prefix }) => shortMac(key, JSON.stringify([policy, day, prefix])))
      const counts = await lock(
        tx,
        networks.map((network) => ({ policy, of: [...of, network] })),
      )
      const rest = buckets.map(({ factor }, index) => POLICIES[policy].limit * factor - (counts[index]?.events ?? 0))
      return {
        left: Math.max(0, Math.min(...rest)),
        async use(events) {
          for (const count of counts) await repositoryOf(tx).update({ ...count, events: count.events + events })
        },
      }
    },
    /** The keys' counts. */
    async of(keys: CountKey[], tx?: Transaction): Promise<number[]> {
      const hashes = keys.map(hashOf)
      const rows = await eventCountRepository(database.from(tx), database.dialect).byKeys(hashes)
      const counts = new Map(rows.map(({ key_hash, events }) => [key_hash, Number(events)]))
      return hashes.map((hash) => counts.get(hash) ?? 0)
    },
    async forget(key: CountKey, tx?: Transaction): Promise<void> {
      await database.transaction((tx) => repositoryOf(tx).delete(hashOf(key)), tx)
    },
    /** Resets all counts of the subjects; returns how many there were. */
    async forgetSubjects(policy: PolicyName, subjects: string[]): Promise<number> {
      const hashes = subjects.map((subject) => subjectHashOf({ policy, subject }))
      return database.transaction((tx) => repositoryOf(tx).deleteSubjects(hashes))
    },
    /** Job: deletes expired counts. */
    async cleanUp(): Promise<void> {
      await database.transaction((tx) => repositoryOf(tx).deleteExpired(clock.now()))
    },
  }
}

function hashOf({ policy, of }: CountKey): string {
  return sha256(JSON.stringify([policy, ...of]))
}

function subjectHashOf({ policy, subject }: Pick<CountKey, 'policy' | 'subject'>): string {
  return subject === undefined ? '' : sha256(JSON.stringify([policy, 'subject', subject]))
}
