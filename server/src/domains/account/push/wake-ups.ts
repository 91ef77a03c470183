import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from '../../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { pushRepository } from './repository.ts'
import { PUSH_SEND, sendKey } from './sender.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  jobs: Pick<JobQueue, 'enqueue' | 'cancel'>
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
const kindOf = (tag: string) => (tag.startsWith('community:') ? PUSH_WAKE_MANY : PUSH_WAKE)

/** Wake-ups planned in one transaction. */
const AT_ONCE = 200
/** How long a wake-up waits for more about the same entry. */
const WAIT_MS = 2000
/** A device that isn't reached by then isn't told. */
export const PUSH_TTL_MS = 24 * 60 * 60 * 1000

export type WakeUps = ReturnType<typeof createWakeUps>

/** Tells devices of entries. What is told about one entry within seconds is one message. */
export function createWakeUps({ database, clock, jobs }: Dependencies) {
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
      jobs.enqueue(tx, kindOf(tag), { payload, runAt, key: `${userId}:${tag}:held` })
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
      for (const { id, community_id } of await repository.of(userId)) {
        if (communityId !== '' && community_id !== '' && community_id !== communityId) continue
        await repository.planTag({ subscription_id: id, tag, user_id: userId, planned_at: now })
        const payload = { subscriptionId: id, tag, do: 'show' as const, expiresAt: now + PUSH_TTL_MS }
        // One that waits to be repeated would be given up sooner.
        await jobs.cancel(tx, PUSH_SEND, [sendKey({ ...payload, do: 'close' }), sendKey(payload)])
        jobs.enqueue(tx, PUSH_SEND, { payload, key: sendKey(payload), share: userId })
      }
    },
    /** Lets those devices of a person that show an entry ask again what it says. */
    async refresh(tx: Transaction, { userId, tag }: Pick<WakeUp, 'userId' | 'tag'>): Promise<void> {
      const expiresAt = clock.now() + PUSH_TTL_MS
      for (const { subscription_id: subscriptionId, sent_at } of await pushRepository(tx.connection).toldOf(
        userId,
        tag,
      )) {
        if (Number(sent_at) === 0) continue
        const payload = { subscriptionId, tag, do: 'close' as const, expiresAt }
        jobs.enqueue(tx, PUSH_SEND, { payload, key: sendKey(payload), share: userId })
      }
    },
    /** Tells those devices of a person to close an entry that were told to show it. */
    async close(tx: Transaction, { userId, tag }: Pick<WakeUp, 'userId' | 'tag'>): Promise<void> {
      const repository = pushRepository(tx.connection)
      const expiresAt = clock.now() + PUSH_TTL_MS
      for (const { subscription_id: subscriptionId, sent_at } of await repository.toldOf(userId, tag)) {
        await jobs.cancel(tx, PUSH_SEND, [sendKey({ subscriptionId, tag, do: 'show' })])
        if (Number(sent_at) === 0) continue
        const payload = { subscriptionId, tag, do: 'close' as const, expiresAt }
        jobs.enqueue(tx, PUSH_SEND, { payload, key: sendKey(payload), share: userId })
      }
      await repository.forgetTag(userId, tag)
    },
  }
}
