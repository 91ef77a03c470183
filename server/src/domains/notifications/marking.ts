import type { CallParsedInput, EventPayloads, Me, UnreadCounts } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'

import { type Events, rooms } from '../../events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import { firstIdAt } from '../../lib/ids.ts'
import type { CommunityService } from '../communities/service.ts'
import { accountsOf, type NotificationReader } from './reading.ts'
import { notificationRepository } from './repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  events: Events
  communities: Pick<CommunityService, 'idOf'>
  reader: Pick<NotificationReader, 'unread'>
}

type Change = Pick<EventPayloads['notification.changed'], 'change' | 'notificationIds'>

/** What people do with what they are told; their other pages hear of it. */
export function createNotificationMarks({ database, clock, events, communities, reader }: Dependencies) {
  async function change(
    viewer: Me,
    about: Change & { only: string | null },
    work: (unit: Unit) => Promise<void>,
  ): Promise<UnreadCounts> {
    const { only, ...told } = about
    await database.transaction(async (unit) => {
      await work(unit)
      const payload = { userId: viewer.id, ...told }
      events.publish(unit, { name: 'notification.changed', room: rooms.account(viewer.id), payload })
    })
    return reader.unread(viewer, only)
  }

  /** Throws NOT_FOUND when one of them is not the viewer's. */
  async function assertOwn(unit: Unit, viewer: Me, ids: string[]): Promise<void> {
    const wanted = new Set(ids)
    const own = await notificationRepository(unit.connection).own(accountsOf(viewer), [...wanted])
    if (own.length !== wanted.size) throw new DomainError('NOT_FOUND')
  }

  return {
    /** The viewer has looked at the list. */
    async view(viewer: Me, only: string | null): Promise<UnreadCounts> {
      return change(viewer, { change: 'viewed', notificationIds: [], only }, ({ connection }) =>
        notificationRepository(connection).setViewed(viewer.id, clock.now()),
      )
    },
    /** Marks some as read, or all that the domain shows. */
    async read(
      viewer: Me,
      input: Pick<CallParsedInput<'notificationRead'>, 'notificationIds' | 'until'>,
      only: string | null,
    ): Promise<UnreadCounts> {
      const { notificationIds, until } = input
      const now = clock.now()
      return change(viewer, { change: 'read', notificationIds: notificationIds ?? [], only }, async (unit) => {
        const repository = notificationRepository(unit.connection)
        if (notificationIds) {
          await assertOwn(unit, viewer, notificationIds)
          return repository.markRead(notificationIds, now)
        }
        const upTo = until === undefined ? null : firstIdAt(until + 1)
        const communityId = only === null ? null : await communities.idOf(only)
        return repository.markAllRead(accountsOf(viewer), { upTo, communityId, now })
      })
    },
    /** Takes some off the list, until something happens about the same things again. */
    async takeOff(viewer: Me, notificationIds: string[], only: string | null): Promise<UnreadCounts> {
      return change(viewer, { change: 'deleted', notificationIds, only }, async (unit) => {
        await assertOwn(unit, viewer, notificationIds)
        await notificationRepository(unit.connection).takeOff(notificationIds, clock.now())
      })
    },
  }
}
