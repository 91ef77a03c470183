import { setImmediate } from 'node:timers/promises'
import { accountIdsOf, type CallParsedInput, type EventPayloads, type Me, type UnreadCounts } from '@stoa/contract'
import type { CallScope } from '../../../platform/calls/context.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { firstIdAt } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sha256 } from '../../../platform/security/keys.ts'
import type { ModerationQueueDomain } from '../../moderation/moderation-queue/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { NotificationReader } from './list.ts'
import { type ListPosition, type NotificationRow, notificationRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'ids'> {
  moderationQueue: Pick<ModerationQueueDomain['moderationQueue'], 'rightsIn' | 'withoutWaiting'>
  communities: Pick<CommunityService, 'idOf'>
  reader: Pick<NotificationReader, 'unread'>
}

/** A change of read state. */
interface Change extends Pick<EventPayloads['notification.changed'], 'change'> {
  notificationIds?: string[] | undefined
  until?: number | undefined
  scope: CallScope
}

/** Rows per statement. */
const AT_ONCE = 500

/** Marks notifications as viewed, read or deleted, and updates the person's other open pages. */
export function createReadState(dependencies: Dependencies) {
  const { database, clock, events, ids, communities, reader, moderationQueue } = dependencies

  /** `work` gets the time limit and the only community, or null for all. */
  async function change(
    viewer: Me,
    { change, notificationIds = [], until, scope: { onlyCommunity = null, tx } }: Change,
    work: (tx: Transaction, about: { until: number; communityId: string | null }) => Promise<void>,
  ): Promise<UnreadCounts> {
    const now = clock.now()
    const read = { change, notificationIds, until: Math.min(until ?? now, now), tokenName: onlyCommunity }
    const communityId = onlyCommunity === null ? null : await communities.idOf(onlyCommunity, tx)
    await database.transaction(async (tx) => {
      await work(tx, { until: read.until, communityId })
      const payload = { userId: viewer.id, ...read }
      events.publish(tx, { name: 'notification.changed', payload })
    }, tx)
    return reader.unread(viewer, onlyCommunity, tx)
  }

  /** Throws NOT_FOUND if one of them isn't the viewer's. */
  async function assertOwn(tx: Transaction, viewer: Me, ids: string[]): Promise<void> {
    const uniqueIds = new Set(ids)
    const ownIds = await notificationRepository(tx.connection).filterOwned(accountIdsOf(viewer), [...uniqueIds])
    if (ownIds.length !== uniqueIds.size) throw new DomainError('NOT_FOUND')
  }

  /** Marks an account's notifications up to a time as read. */
  async function readAll(
    { connection }: Transaction,
    recipientId: string,
    { until, communityId }: { until: number; communityId: string | null },
  ): Promise<void> {
    const repository = notificationRepository(connection)
    const upTo = firstIdAt(until + 1)
    for (let position: ListPosition | null = [upTo, '']; position; ) {
      const about = { unreadOnly: true, communityId, position, limit: AT_ONCE }
      const rows = await repository.page(recipientId, about)
      await repository.markRead(
        rows.map(({ id }) => id),
        { upTo, now: clock.now() },
      )
      const last = rows.length === AT_ONCE ? rows.at(-1) : undefined
      position = last ? [last.latest, last.id] : null
      // SQLite's driver is synchronous: let other work run between statements.
      await setImmediate()
    }
  }

  return {
    /** Marks the list, or a community's part of it, as viewed. */
    async view(
      viewer: Me,
      { until }: Pick<CallParsedInput<'notificationViewed'>, 'until'>,
      scope: CallScope,
    ): Promise<UnreadCounts> {
      return change(viewer, { change: 'viewed', until, scope }, ({ connection }, bounds) =>
        notificationRepository(connection).look(viewer.id, { ...bounds, communityId: bounds.communityId ?? '' }),
      )
    },
    /** Marks notifications, or all on this domain, as read. Skips those with additions since `until`. */
    async read(
      viewer: Me,
      input: Pick<CallParsedInput<'notificationRead'>, 'notificationIds' | 'until'>,
      scope: CallScope,
    ): Promise<UnreadCounts> {
      const { notificationIds, until } = input
      return change(viewer, { change: 'read', notificationIds, until, scope }, async (tx, about) => {
        if (!notificationIds) {
          for (const id of accountIdsOf(viewer)) await readAll(tx, id, about)
          return
        }
        await assertOwn(tx, viewer, notificationIds)
        // Without a time, ignore clocks: another process's clock may be ahead.
        const bound = until === undefined ? {} : { upTo: firstIdAt(until + 1) }
        await notificationRepository(tx.connection).markRead(notificationIds, { ...bound, now: clock.now() })
      })
    },
    /** Marks the notifications of a queue as read for those moderators for whom nothing waits any more. */
    async settleQueue(communityId: string): Promise<void> {
      // What arrives from now on stays unread.
      const upTo = ids.next()
      const about = [
        { kind: 'queue' as const, target_id: communityId },
        { kind: 'overdue' as const, target_id: communityId },
        // Earlier notifications of overdue items.
        { kind: 'queue' as const, target_id: sha256(`overdue ${communityId}`).slice(0, 20) },
      ]
      const rights = await moderationQueue.rightsIn(communityId)
      const notified: string[] = []
      for (const one of about) {
        notified.push(...(await notificationRepository(database.read).unreadAbout(one, [...rights.keys()])))
      }
      const notifiedRights = new Map([...rights].filter(([userId]) => notified.includes(userId)))
      const recipientIds = await moderationQueue.withoutWaiting(communityId, notifiedRights)
      if (recipientIds.length === 0) return
      await database.transaction(async (tx) => {
        const repository = notificationRepository(tx.connection)
        const rows: NotificationRow[] = []
        for (const one of about) rows.push(...(await repository.lockAbout(one, recipientIds, database.dialect)))
        const settled = rows.filter(({ unread, latest }) => unread && latest < upTo)
        const now = clock.now()
        await repository.markRead(
          settled.map(({ id }) => id),
          { now },
        )
        for (const { id, recipient_id: userId } of settled) {
          const payload = { userId, change: 'read' as const, notificationIds: [id], until: now, tokenName: null }
          events.publish(tx, { name: 'notification.changed', payload })
        }
      })
    },
    /** Removes notifications from the list until something new happens. */
    async takeOff(viewer: Me, notificationIds: string[], scope: CallScope): Promise<UnreadCounts> {
      return change(viewer, { change: 'deleted', notificationIds, scope }, async (tx) => {
        await assertOwn(tx, viewer, notificationIds)
        await notificationRepository(tx.connection).takeOff(notificationIds, clock.now())
      })
    },
  }
}

/** Marks a comment's notification as read when its recipient replies. */
export function createReplyMarker({ clock, events }: Pick<Platform, 'clock' | 'events'>) {
  /** `accountIds`: the person's accounts, the main one first. */
  return async function noteReply(
    tx: Transaction,
    { accountIds, commentId }: { accountIds: string[]; commentId: string },
  ): Promise<void> {
    const repository = notificationRepository(tx.connection)
    await repository.mailNoMore(commentId, accountIds)
    // Not if something was added since, which may be unread.
    const read = (await repository.notificationsOf(commentId, accountIds)).filter(
      ({ unread, nth, told }) => unread && nth === told,
    )
    const [userId = ''] = accountIds
    if (read.length === 0) return
    const now = clock.now()
    const notificationIds = read.map(({ id }) => id)
    await repository.markRead(notificationIds, { now })
    events.publish(tx, {
      name: 'notification.changed',
      payload: { userId, change: 'read', notificationIds, until: now, tokenName: null },
    })
  }
}
