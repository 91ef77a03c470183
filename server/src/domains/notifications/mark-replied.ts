import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type Events, rooms } from '../../platform/events/events.ts'
import { notificationRepository } from './repository.ts'

/** Notes that somebody has answered a comment: they have read it. */
export function createReplyMarker({ clock, events }: { clock: Clock; events: Events }) {
  /** `accountIds`: of the person, the main one first. */
  return async function noteAnswer(
    tx: Transaction,
    { accountIds, commentId }: { accountIds: string[]; commentId: string },
  ): Promise<void> {
    const repository = notificationRepository(tx.connection)
    await repository.mailNoMore(commentId, accountIds)
    // Where more has come since they may not have read that.
    const read = (await repository.toldOf(commentId, accountIds)).filter(
      ({ unread, nth, told }) => unread && nth === told,
    )
    const [userId = ''] = accountIds
    if (read.length === 0) return
    const now = clock.now()
    const notificationIds = read.map(({ id }) => id)
    await repository.markRead(notificationIds, { now })
    events.publish(tx, {
      name: 'notification.changed',
      room: rooms.account(userId),
      payload: { userId, change: 'read', notificationIds, until: now, tokenName: null },
    })
  }
}
