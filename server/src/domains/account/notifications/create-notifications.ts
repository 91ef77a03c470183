import type { NotificationKind, NotificationSettings } from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'
import { StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { WakeUps } from '../push/index.ts'
import { CHANNELS, channelsOf } from './channels.ts'
import { keyOfMail, NOTIFICATION_MAIL, type NotificationMail } from './mail-letters.ts'
import { pushTagOf } from './push-tags.ts'
import { type CauseRow, type NotificationRow, notificationRepository } from './repository.ts'

/** A notification for several people. */
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

/** A notification with its possible recipients. */
export interface Dispatch {
  notification: NewNotification
  recipients: Recipient[]
}

/** A possible recipient, by main account. */
export interface Recipient {
  userId: string
  settings: NotificationSettings
}

/** Whether a person wants a kind of notification on any channel. If not, nothing is stored for them. */
function wants({ settings }: Recipient, kind: NotificationKind): boolean {
  return settings.email.digest || Object.values(channelsOf(settings, kind)).includes(true)
}

/** A notification for one person. */
interface Message {
  notification: NewNotification
  recipient: Recipient
}

/** A message with the notification it is added to. */
interface Delivery extends Message {
  row: NotificationRow
  isShown: boolean
  isMailed: boolean
  isPushed: boolean
  /** Its position among the causes currently shown with the notification. */
  count: number
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'events'> {
  jobs: Pick<JobQueue, 'enqueue'>
  communities: Pick<CommunityService, 'factsById'>
  push: Pick<WakeUps, 'subscribedAmong' | 'wake'>
}

/** How long a mail waits for more from the same thread. What is read in the meantime isn't mailed. */
const MAIL_WAIT_MS = 5 * 60 * 1000
/** The period a digest covers. The next one starts after it. */
const DIGEST_WAIT_MS = 7 * DAY_MS

/** Stores notifications: each cause once per person, for the channels they have chosen. */
export function createNotificationWriter(dependencies: Dependencies) {
  const { database, clock, ids, events, jobs, communities, push } = dependencies
  const { dialect } = database

  /** Messages that are wanted and not yet stored, without duplicates. */
  async function missingOf(tx: Transaction, dispatches: Dispatch[]): Promise<Message[]> {
    const messages = dispatches.flatMap(({ notification, recipients }) =>
      recipients.filter((one) => wants(one, notification.kind)).map((recipient) => ({ notification, recipient })),
    )
    const causes = [...new Set(messages.map(({ notification }) => notification.causeId))]
    const people = [...new Set(messages.map(({ recipient }) => recipient.userId))]
    const existingCauses = await notificationRepository(tx.connection).notifiedAmong(causes, people)
    const seenKeys = new Set(existingCauses.map((row) => `${row.cause_id} ${row.recipient_id}`))
    return messages.filter(({ notification, recipient }) => {
      const key = `${notification.causeId} ${recipient.userId}`
      return !seenKeys.has(key) && seenKeys.add(key)
    })
  }

  /** The notification of each message, locked; created if needed. */
  async function deliveriesOf(tx: Transaction, messages: Message[]): Promise<Delivery[]> {
    const repository = notificationRepository(tx.connection)
    const newRows = new Map(
      messages.map((message) => {
        const { notification, recipient } = message
        const row: NotificationRow = {
          id: ids.next(),
          recipient_id: recipient.userId,
          kind: notification.kind,
          target_id: notification.targetId,
          thread_id: notification.threadId,
          community_id: notification.communityId,
          latest: ids.next(),
          round: 0,
          told: 0,
          unread: 0,
          shown: 0,
          read_at: 0,
          taken_off: 0,
        }
        return [keyOf(row), row] as const
      }),
    )
    const sortedRows = [...newRows.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    await repository.insertMissing(sortedRows)
    const rows = new Map<string, NotificationRow>()
    for (const about of groupBy(sortedRows, ({ kind, target_id }) => `${kind} ${target_id}`).values()) {
      const [{ kind, target_id }] = about
      const recipientIds = about.map((row) => row.recipient_id)
      for (const row of await repository.lockAbout({ kind, target_id }, recipientIds, dialect))
        rows.set(keyOf(row), row)
    }
    const counts = new Map<NotificationRow, number>()
    return messages.flatMap(({ notification, recipient }) => {
      const row = rows.get(
        keyOf({ kind: notification.kind, target_id: notification.targetId, recipient_id: recipient.userId }),
      )
      if (!row) return []
      const channels = channelsOf(recipient.settings, notification.kind)
      const { onSite: isShown, email: isMailed, push: isPushed } = channels
      const count = (counts.get(row) ?? 0) + Number(isShown)
      counts.set(row, count)
      return [{ notification, recipient, row, isShown, isMailed, isPushed, count }]
    })
  }

  function causeOf({ notification, row, isShown, isMailed, isPushed, count }: Delivery): CauseRow {
    const isOpen = Boolean(row.unread)
    return {
      recipient_id: row.recipient_id,
      cause_id: notification.causeId,
      notification_id: row.id,
      round: isShown ? row.round + Number(!isOpen) : 0,
      nth: isShown ? (isOpen ? row.told + count : count) : 0,
      actor_id: notification.actorId,
      post_id: notification.postId,
      comment_id: notification.commentId,
      action: notification.action,
      to_mail: Number(isMailed),
      to_push: Number(isPushed),
      mailed: Number(CHANNELS[notification.kind].email === 'never'),
      created_at: clock.now(),
    }
  }

  /** Updates the counts of the notifications, in the order they were last added to. */
  async function countAgain(tx: Transaction, messages: Delivery[]): Promise<void> {
    const last = new Map<NotificationRow, Delivery>()
    for (const message of messages) {
      last.delete(message.row)
      last.set(message.row, message)
    }
    const alike = groupBy(
      [...last.values()],
      ({ notification, count }) => `${notification.kind} ${notification.targetId} ${count}`,
    )
    for (const same of alike.values()) {
      const change = { count: same[0].count, latest: ids.next() }
      await notificationRepository(tx.connection).countAgain(
        same.map(({ row }) => row.id),
        change,
      )
    }
  }

  /** Enqueues mails that aren't enqueued yet. A waiting mail will include the new causes. */
  function planMails(tx: Transaction, messages: Delivery[], since: number): void {
    const mails = new Map<string, { mail: NotificationMail; runAt: number }>()
    const plan = (mail: NotificationMail, wait: number) => mails.set(keyOfMail(mail), { mail, runAt: since + wait })
    for (const { notification, recipient, isMailed } of messages) {
      const { userId: recipientId, settings } = recipient
      if (notification.kind === 'accountChanged') continue
      if (isMailed) plan({ recipientId, kind: notification.kind, threadId: notification.threadId, since }, MAIL_WAIT_MS)
      if (settings.email.digest) plan({ recipientId, kind: 'digest', threadId: '', since }, DIGEST_WAIT_MS)
    }
    for (const [key, { mail, runAt }] of mails) jobs.enqueue(tx, NOTIFICATION_MAIL, { payload: mail, runAt, key })
  }

  /** Wakes up devices of those who have some. */
  async function planWakeUps(tx: Transaction, messages: Delivery[]): Promise<void> {
    const pushed = messages.filter(({ isPushed }) => isPushed)
    const userIds = new Set(pushed.map(({ recipient }) => recipient.userId))
    const subscribed = new Set(await push.subscribedAmong([...userIds], tx))
    const wakeUps = pushed.map(({ recipient: { userId }, row }) => ({ userId, tag: pushTagOf(row) }))
    const unique = new Map(wakeUps.map((one) => [`${one.userId} ${one.tag}`, one]))
    for (const one of unique.values()) if (subscribed.has(one.userId)) push.wake(tx, one)
  }

  /**
   * Notifies people with a constant number of queries, as long as the notifications are about one target. Skips causes
   * already stored and kinds that people don't want.
   */
  return async function notify(tx: Transaction, dispatches: Dispatch[]): Promise<void> {
    // Taken before writing: a digest covers what happens after it was planned.
    const since = clock.now()
    const newMessages = await missingOf(tx, dispatches)
    if (newMessages.length === 0) return
    const messages = await deliveriesOf(tx, newMessages)
    const visibleMessages = messages.filter(({ isShown }) => isShown)
    await countAgain(tx, visibleMessages)
    await notificationRepository(tx.connection)
      .insertCauses(messages.map(causeOf))
      .catch((error) => {
        // Another process has just stored the same. Retry to find what is still missing.
        throw dialect.isUniqueViolation(error) ? new StaleReadError() : error
      })
    planMails(tx, messages, since)
    await planWakeUps(tx, messages)
    const communityIds = new Set(
      visibleMessages.map(({ notification }) => notification.communityId).filter((id) => id !== ''),
    )
    const shownCommunities = await communities.factsById([...communityIds], tx)
    for (const { notification, row } of visibleMessages) {
      const { id: notificationId, recipient_id: userId } = row
      const tokenName = shownCommunities.get(notification.communityId)?.tokenName ?? null
      const payload = { userId, notificationId, kind: notification.kind, tokenName }
      events.publish(tx, { name: 'notification.created', payload })
    }
  }
}

/** Identifies a notification. */
function keyOf(row: Pick<NotificationRow, 'kind' | 'target_id' | 'recipient_id'>): string {
  return `${row.kind} ${row.target_id} ${row.recipient_id}`
}
