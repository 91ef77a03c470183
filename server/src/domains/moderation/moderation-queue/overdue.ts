import { PAGE_SIZE_MAX } from '@stoa/contract'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { QUEUE_REMINDER, REMINDED_AFTER_MS } from '../../content/checks/index.ts'
import type { AccountService, NotificationTriggers } from '../../people/accounts/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { createQueueReader } from './reader.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  jobs: Pick<JobQueue, 'enqueue' | 'leased'>
  accounts: Pick<AccountService, 'mainIdsById'>
  memberships: Pick<MembershipService, 'staffOf' | 'viewer'>
  reader: Pick<ReturnType<typeof createQueueReader>, 'rightsIn' | 'timesIn'>
  triggers: NotificationTriggers
}

/** Waiting items are counted up to this number. */
const COUNTED_MAX = PAGE_SIZE_MAX

/**
 * Reminds moderators of items that have waited for three days, once a day while there are some. A job per community
 * with waiting items; the next arrival begins it again.
 */
export function defineQueueReminders(dependencies: Dependencies): void {
  const { database, clock, jobs, accounts, memberships, reader, triggers } = dependencies

  /** The moderators by what they may decide; without any, the network admins. */
  async function moderatorsIn(communityId: string): Promise<Map<string, string[]>> {
    const rights = await reader.rightsIn(communityId)
    const staff = (await memberships.staffOf(communityId)).map(({ userId }) => userId)
    const mains = await accounts.mainIdsById(staff)
    const staffIds = new Set(staff.map((id) => mains.get(id) ?? id))
    const deciders = [...rights].filter(([, right]) => right !== '')
    const own = deciders.filter(([userId]) => staffIds.has(userId))
    const byRight = new Map<string, string[]>()
    for (const [userId, right] of own.length > 0 ? own : deciders) {
      byRight.set(right, [...(byRight.get(right) ?? []), userId])
    }
    return byRight
  }

  async function remind(communityId: string): Promise<void> {
    const now = clock.now()
    const reminders: { moderatorIds: string[]; count: number }[] = []
    let oldest = Number.POSITIVE_INFINITY
    for (const moderatorIds of (await moderatorsIn(communityId)).values()) {
      // Those with the same permissions see the same queue.
      const viewer = await memberships.viewer(moderatorIds[0] ?? '', '')
      const times = viewer ? await reader.timesIn(viewer, communityId, { limit: COUNTED_MAX }) : []
      oldest = Math.min(oldest, ...times)
      const count = times.filter((at) => at <= now - REMINDED_AFTER_MS).length
      if (count > 0) reminders.push({ moderatorIds, count })
    }
    if (oldest === Number.POSITIVE_INFINITY) return
    const runAt = reminders.length > 0 ? now + DAY_MS : oldest + REMINDED_AFTER_MS
    await database.transaction(async (tx) => {
      // A repeat on the same day tells nobody again.
      const day = Math.floor(now / DAY_MS)
      for (const reminder of reminders) triggers.record(tx, { kind: 'overdue', communityId, day, ...reminder })
      jobs.enqueue(tx, QUEUE_REMINDER, { payload: { communityId }, key: communityId, runAt })
    })
  }

  jobs.leased(QUEUE_REMINDER, { leaseMs: MINUTE_MS, run: ({ payload }) => remind(payload.communityId) })
}
