import type { NotificationKind, NotificationSettings } from '@stoa/contract'
import type { Clock } from '../../platform/clock.ts'
import { type Database, StaleReadError, type Transaction } from '../../platform/database/database.ts'
import { type Events, rooms } from '../../platform/events/events.ts'
import type { Ids } from '../../platform/ids.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import type { CommunityService } from '../communities/service.ts'
import { keyOfMail, NOTIFICATION_MAIL, type NotificationMail } from './mail-plan.ts'
import { type CauseRow, type NotificationRow, notificationRepository } from './repository.ts'

/** One thing to be told to some people. */
export interface NewNotification {
  kind: NotificationKind
  targetId: string
  threadId: string
  communityId: string
  causeId: string
  actorId: string
  postId: string
  commentId: string
  action: string
}

/** Somebody who may be told, by the main one of their accounts. */
export interface Recipient {
  userId: string
  settings: NotificationSettings
}

/** Whether somebody wants to hear of a kind of thing by any channel: of whoever doesn't nothing is written. */
function wants({ settings: { onSite, email } }: Recipient, kind: NotificationKind): boolean {
  return onSite[kind] || email[kind] || email.digest
}

/** How somebody is told. */
interface Channels {
  isShown: boolean
  isMailed: boolean
}

interface Dependencies {
  database: Database
  clock: Clock
  ids: Ids
  events: Events
  jobs: Pick<JobQueue, 'enqueue'>
  communities: Pick<CommunityService, 'factsById'>
}

/** How long a mail waits for more from the same thread: what is read by then is not mailed. */
const MAIL_WAIT_MS = 5 * 60 * 1000
/** How long a digest gathers what is missed; the next one begins with what happens after it. */
const DIGEST_WAIT_MS = 7 * 24 * 60 * 60 * 1000

/** Writes down what people are told: each cause once to each person, by the channels that they have chosen. */
export function createNotificationWriter({ database, clock, ids, events, jobs, communities }: Dependencies) {
  const { dialect } = database

  /** The notification about this thing of each person, locked; made where it is not there yet. */
  async function lockedAbout(
    tx: Transaction,
    told: NewNotification,
    recipientIds: string[],
  ): Promise<NotificationRow[]> {
    const repository = notificationRepository(tx.connection)
    await repository.insertMissing(
      recipientIds.map((recipient_id) => ({
        id: ids.next(),
        recipient_id,
        kind: told.kind,
        target_id: told.targetId,
        thread_id: told.threadId,
        community_id: told.communityId,
        latest: ids.next(),
        round: 0,
        told: 0,
        unread: 0,
        shown: 0,
        read_at: 0,
        taken_off: 0,
      })),
    )
    return repository.lockAbout({ kind: told.kind, target_id: told.targetId }, recipientIds, dialect)
  }

  function causeOf(told: NewNotification, row: NotificationRow, { isShown, isMailed }: Channels): CauseRow {
    const isOpen = Boolean(row.unread)
    return {
      recipient_id: row.recipient_id,
      cause_id: told.causeId,
      notification_id: row.id,
      round: isShown ? row.round + Number(!isOpen) : 0,
      nth: isShown ? (isOpen ? row.told + 1 : 1) : 0,
      actor_id: told.actorId,
      post_id: told.postId,
      comment_id: told.commentId,
      action: told.action,
      to_mail: Number(isMailed),
      mailed: 0,
      created_at: clock.now(),
    }
  }

  function plan(tx: Transaction, mail: NotificationMail, runAt: number): void {
    jobs.enqueue(tx, NOTIFICATION_MAIL, { payload: mail, runAt, key: keyOfMail(mail) })
  }

  /** Tells some people; who has been told this cause already, or wants to hear nothing of its kind, is left out. */
  return async function tell(tx: Transaction, told: NewNotification, recipients: Recipient[]): Promise<void> {
    const { kind } = told
    const wanting = recipients.filter((one) => wants(one, kind))
    if (wanting.length === 0) return
    // Before any of it is written: what a digest looks for happened after it was planned.
    const since = clock.now()
    const repository = notificationRepository(tx.connection)
    const known = new Set(await repository.toldAmong(told.causeId, idsOf(wanting)))
    const missing = new Map(wanting.filter(({ userId }) => !known.has(userId)).map((one) => [one.userId, one]))
    if (missing.size === 0) return
    const rows = await lockedAbout(tx, told, [...missing.keys()].toSorted())
    const shown = rows.filter((row) => missing.get(row.recipient_id)?.settings.onSite[kind])
    await repository.tellAgain(
      shown.map(({ id }) => id),
      ids.next(),
    )
    const mailed = rows.filter((row) => missing.get(row.recipient_id)?.settings.email[kind])
    const causes = rows.map((row) =>
      causeOf(told, row, { isShown: shown.includes(row), isMailed: mailed.includes(row) }),
    )
    await repository.insertCauses(causes).catch((error) => {
      // Another process has told somebody the same at this very moment: who is left is found out anew.
      throw dialect.isUniqueViolation(error) ? new StaleReadError() : error
    })
    const digested = rows.filter((row) => missing.get(row.recipient_id)?.settings.email.digest)
    for (const { recipient_id: recipientId } of mailed) {
      plan(tx, { recipientId, kind, threadId: told.threadId, since }, since + MAIL_WAIT_MS)
    }
    for (const { recipient_id: recipientId } of digested) {
      plan(tx, { recipientId, kind: 'digest', threadId: '', since }, since + DIGEST_WAIT_MS)
    }
    const places = await communities.factsById(
      shown.length === 0 || told.communityId === '' ? [] : [told.communityId],
      tx,
    )
    const tokenName = places.get(told.communityId)?.tokenName ?? null
    for (const { id, recipient_id: userId } of shown) {
      const payload = { userId, notificationId: id, kind, tokenName }
      events.publish(tx, { name: 'notification.created', room: rooms.account(userId), payload })
    }
  }
}

function idsOf(recipients: Recipient[]): string[] {
  return recipients.map(({ userId }) => userId)
}
