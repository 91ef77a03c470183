import { type Me, PAGE_SIZE_MAX } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ModerationQueueDomain } from '../../moderation/moderation-queue/index.ts'
import { isOfQueue } from './channels.ts'
import type { NotificationReader } from './list.ts'
import type { ToldIn } from './muted-causes.ts'
import type { WithCauses } from './visibility.ts'

interface Dependencies {
  moderationQueue: Pick<ModerationQueueDomain['moderationQueue'], 'countIn'>
  reader: Pick<NotificationReader, 'filterVisible'>
}

/** Waiting items are counted up to this number. */
const WAITING_MAX = PAGE_SIZE_MAX

export type PersonalView = ReturnType<typeof createPersonalView>

/** What mails and devices tell of notifications: what a member may see, not what an admin may. */
export function createPersonalView({ moderationQueue, reader }: Dependencies) {
  /** What a person may see of the notifications, in order, and how much waits in the queues among them. */
  return async function personalView<One extends WithCauses>(
    person: Me,
    notifications: One[],
    { toldIn, tx }: { toldIn: Exclude<ToldIn, 'list'>; tx?: Transaction },
  ): Promise<{ visible: One[]; waiting: Map<string, number> }> {
    const others = await reader.filterVisible(
      { ...person, networkAdmin: false },
      notifications.filter(({ row }) => !isOfQueue(row.kind)),
      { toldIn, tx },
    )
    // All permissions: what is told of a queue is only how much waits there.
    const ofQueues = await reader.filterVisible(
      person,
      notifications.filter(({ row }) => isOfQueue(row.kind)),
      { toldIn, tx },
    )
    const visible = new Map([...others, ...ofQueues].map((one) => [one.row.id, one]))
    // Merged accounts may each have a notification of the same queue.
    const queueIds = new Map(ofQueues.map(({ row }) => [`${row.kind} ${row.target_id}`, row]))
    const waiting = new Map<string, number>()
    for (const { id, community_id: communityId } of queueIds.values()) {
      const count = await moderationQueue.countIn(person, communityId, { limit: WAITING_MAX, ...(tx ? { tx } : {}) })
      if (count > 0) waiting.set(id, count)
    }
    const shown = notifications
      .flatMap(({ row }) => visible.get(row.id) ?? [])
      .filter((one) => !isOfQueue(one.row.kind) || waiting.has(one.row.id))
    return { visible: shown, waiting }
  }
}
