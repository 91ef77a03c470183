import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from '../../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { pushRepository, type SubscriptionRow } from './repository.ts'
import { isOfMany, type PushMessage, sendKey, sendKindOf, shareOf } from './sender.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  jobs: Pick<JobQueue, 'enqueue' | 'cancel' | 'hasten'>
  /** Decrypts subscriptions. */
  key: Buffer
}

/** Something about an entry of a person has changed: their devices show it, or close it. */
export interface WakeUp {
  userId: string
  tag: string
  /** There is something new. Otherwise it is only closed if nothing is unread any more. */
  isNew: boolean
  /** Some of its text may be gone: devices that show it ask again. */
  isGone?: boolean
}

/** Decides what devices are told of an entry. */
export const PUSH_WAKE = jobKind<WakeUp>('wake up devices')
/** The same for a community's entry: a post may concern all its members, and nobody's messages wait for them. */
export const PUSH_WAKE_MANY = jobKind<WakeUp>('wake up devices of members')
const heldKey = (userId: string, tag: string) => `held:${userId}:${tag}`
const kindOf = (tag: string) => (isOfMany(tag) ? PUSH_WAKE_MANY : PUSH_WAKE)

/** Wake-ups planned in one transaction. */
const AT_ONCE = 200
/** How long a wake-up waits for more about the same entry. */
const WAIT_MS = 2000
/** A device that isn't reached by then isn't told. */
export const PUSH_TTL_MS = 24 * 60 * 60 * 1000

export type WakeUps = ReturnType<typeof createWakeUps>

/** Tells devices of entries. What is told about one entry within seconds is one message. */
export function createWakeUps({ database, clock, jobs, key }: Dependencies) {
  function send(tx: Transaction, row: SubscriptionRow, message: Omit<PushMessage, 'subscriptionId'>): void {
    const payload = { ...message, subscriptionId: row.id }
    jobs.enqueue(tx, sendKindOf(payload.tag), { payload, key: sendKey(payload), share: shareOf(key, row) })
  }

  function plan(tx: Transaction, payload: WakeUp): void {
    const what = payload.isNew ? 'show' : payload.isGone ? 'ask' : 'close'
    const key = `${payload.userId}:${payload.tag}:${what}`
    jobs.enqueue(tx, kindOf(payload.tag), { payload, runAt: clock.now() + WAIT_MS, key })
  }

  return {
    /** Those of some people who have devices. */
    subscribedAmong: (userIds: string[], tx?: Transaction): Promise<string[]> =>
      pushRepository(database.from(tx)).subscribedAmong(userIds),
    /** There is something new about an entry. */
    wake(tx: Transaction, { userId, tag }: Pick<WakeUp, 'userId' | 'tag'>): void {
      plan(tx, { userId, tag, isNew: true })
    },
    /** Something new came in quiet hours, until whose end it waits. */
    hold(tx: Transaction, { userId, tag }: Pick<WakeUp, 'userId' | 'tag'>, runAt: number): void {
      const payload = { userId, tag, isNew: true }
      jobs.enqueue(tx, kindOf(tag), { payload, runAt, key: heldKey(userId, tag) })
    },
    /** Quiet hours have changed: whether what waits for their end still has to is decided again. */
    async planHeldAgain(tx: Transaction, userIds: string[]): Promise<void> {
      for (const userId of userIds) {
        for (const kind of [PUSH_WAKE, PUSH_WAKE_MANY]) await jobs.hasten(tx, kind, heldKey(userId, ''))
      }
    },
    /**
     * Something may be read or gone: entries on devices that have nothing unread any more are closed. All entries of some
     * people, those with some tags, and single ones.
     */
    async recheck(
      { userIds, tags, entries }: { userIds: string[]; tags: string[]; entries: Pick<WakeUp, 'userId' | 'tag'>[] },
      { isGone }: { isGone: boolean },
    ): Promise<void> {
      const [people, single] = [new Set(userIds), new Set(entries.map(({ userId, tag }) => `${userId} ${tag}`))]
      const repository = pushRepository(database.read)
      const ofPeople = await repository.shownTo([...people, ...entries.map(({ userId }) => userId)])
      const shown = [
        ...ofPeople.filter(({ user_id, tag }) => people.has(user_id) || single.has(`${user_id} ${tag}`)),
        ...(await repository.shownAs(tags)),
      ]
      for (let start = 0; start < shown.length; start += AT_ONCE) {
        await database.transaction(async (tx) => {
          for (const { user_id: userId, tag } of shown.slice(start, start + AT_ONCE)) {
            plan(tx, { userId, tag, isNew: false, isGone })
          }
        })
        await nextTurn()
      }
    },
    /** Tells the person's devices to show an entry, except those of domains that don't show its community. */
    async show(
      tx: Transaction,
      { userId, tag, communityId }: { userId: string; tag: string; communityId: string },
    ): Promise<void> {
      const repository = pushRepository(tx.connection)
      const now = clock.now()
      for (const row of await repository.of(userId)) {
        if (communityId !== '' && row.community_id !== '' && row.community_id !== communityId) continue
        await repository.planTag({ subscription_id: row.id, tag, user_id: userId, planned_at: now })
        const about = { subscriptionId: row.id, tag }
        // One that waits to be repeated would be given up sooner.
        await jobs.cancel(tx, sendKindOf(tag), [sendKey({ ...about, do: 'close' }), sendKey({ ...about, do: 'show' })])
        send(tx, row, { tag, do: 'show', expiresAt: now + PUSH_TTL_MS })
      }
    },
    /** Lets those devices of a person that show an entry ask again what it says. */
    async refresh(tx: Transaction, { userId, tag }: Pick<WakeUp, 'userId' | 'tag'>): Promise<void> {
      const repository = pushRepository(tx.connection)
      const shown = await repository.shownOn(userId, tag)
      const expiresAt = clock.now() + PUSH_TTL_MS
      for (const row of await repository.of(userId)) {
        if (shown.has(row.id)) send(tx, row, { tag, do: 'close', expiresAt })
      }
    },
    /** Tells those devices of a person to close an entry that were told to show it. */
    async close(tx: Transaction, { userId, tag }: Pick<WakeUp, 'userId' | 'tag'>): Promise<void> {
      const repository = pushRepository(tx.connection)
      const shown = await repository.shownOn(userId, tag)
      const rows = await repository.of(userId)
      const keys = rows.map(({ id }) => sendKey({ subscriptionId: id, tag, do: 'show' }))
      await jobs.cancel(tx, sendKindOf(tag), keys)
      const expiresAt = clock.now() + PUSH_TTL_MS
      for (const row of rows) if (shown.has(row.id)) send(tx, row, { tag, do: 'close', expiresAt })
      await repository.forgetTag(userId, tag)
    },
  }
}
