import { accountIdsOf, type CallParsedInput, type Me, type NotificationSettings } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { countRows, type OldData } from '../../../platform/database/old-rows.ts'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import type { MailService } from '../../../platform/mail/service.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Arrivals } from '../../content/checks/index.ts'
import type { Watchers } from '../../content/marks/index.ts'
import type { ModerationQueueDomain } from '../../moderation/moderation-queue/index.ts'
import type { AccountService, PostLetter, Profiles } from '../../people/accounts/index.ts'
import type { FollowService } from '../../people/follows/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { MuteService } from '../../people/mutes/index.ts'
import type { DomainService } from '../../people/tenants/index.ts'
import type { MessageService } from '../messages/index.ts'
import type { WakeUps } from '../push/index.ts'
import { createNotificationWriter } from './create-notifications.ts'
import { defineDeviceWakeUps } from './device-wake-ups.ts'
import { defineFanOut } from './fan-out.ts'
import { createNotificationReader, type NotificationReaderDependencies } from './list.ts'
import { NOTIFICATION_MAIL } from './mail-letters.ts'
import { defineMessageMail } from './message-mail.ts'
import { defineNotificationMail } from './notification-mail.ts'
import { createPending } from './pending.ts'
import { createPersonalView } from './personal-view.ts'
import { createReadState, createReplyMarker } from './read-state.ts'
import { notificationRepository } from './repository.ts'
import { createUnsubscribeLinks } from './unsubscribe-links.ts'

interface Dependencies
  extends Pick<Platform, 'ids' | 'events' | 'secret' | 'eventCounts' | 'background'>,
    NotificationReaderDependencies {
  jobs: JobQueue
  accounts: AccountService
  memberships: Pick<MembershipService, 'bannedAmong' | 'membersAfter' | 'membersAmong' | 'viewer'>
  follows: FollowService
  mutes: Pick<MuteService, 'of' | 'unheardAmong' | 'onBlock'>
  profiles: Pick<Profiles, 'setNotifications' | 'notificationSettings'>
  domains: Pick<DomainService, 'homeOf'>
  mail: Pick<MailService, 'askBefore'>
  postLetter: PostLetter
  arrivals: Pick<Arrivals, 'settle'>
  messages: Pick<MessageService, 'newsOf' | 'toMail' | 'unreadCount'>
  push: WakeUps
  watchers: Watchers
  moderationQueue: Pick<ModerationQueueDomain['moderationQueue'], 'countIn' | 'rightsIn' | 'withoutWaiting'>
}

type SettingsChange = CallParsedInput<'notificationSettings'>['notificationSettings']

export type NotificationService = ReturnType<typeof createNotificationService>

/** Creates notifications from triggers and reads what is visible of them. */
export function createNotificationService(dependencies: Dependencies) {
  const { database, clock } = dependencies
  const reader = createNotificationReader(dependencies)
  const createNotifications = createNotificationWriter(dependencies)
  const personalView = createPersonalView({ ...dependencies, reader })
  const pendingEntries = createPending({ ...dependencies, reader, personalView })
  const unsubscribing = createUnsubscribeLinks(dependencies)
  defineNotificationMail({ ...dependencies, reader, personalView, unsubscribing })
  defineMessageMail({ ...dependencies, unsubscribing })
  defineDeviceWakeUps({ ...dependencies, pendingEntries })
  // What was unread when a block began isn't unread again after its end.
  dependencies.mutes.onBlock(async (tx, { userId, otherId, isBlocked }) => {
    if (!isBlocked) return
    const { accounts } = dependencies
    const [ownIds, otherIds] = [await accounts.accountsOf(userId, tx), await accounts.accountsOf(otherId, tx)]
    const repository = notificationRepository(tx.connection)
    const ids = [
      ...(await repository.unreadOnlyBy(ownIds, otherIds)),
      ...(await repository.unreadOnlyBy(otherIds, ownIds)),
    ]
    await repository.markRead(ids, { now: clock.now() })
  })
  defineFanOut({ ...dependencies, createNotifications, noteReply: createReplyMarker(dependencies) })
  return {
    list: reader.list,
    unread: reader.unread,
    ...createReadState({ ...dependencies, reader }),
    unsubscribing,
    /** Changes the given settings. Changed quiet hours hold less, or more, at once. */
    async setSettings(viewer: Me, change: SettingsChange, tx?: Transaction): Promise<NotificationSettings> {
      return database.transaction(async (tx) => {
        if (change.quietHours !== undefined) await dependencies.push.planHeldAgain(tx, accountIdsOf(viewer))
        return dependencies.profiles.setNotifications(viewer, change, tx)
      }, tx)
    },
    pending: pendingEntries.pending,
    /** Cancels an account's planned mails. */
    async dropPlannedMails(tx: Transaction, userId: string): Promise<void> {
      await dependencies.jobs.cancelPrefix(tx, NOTIFICATION_MAIL, `${userId}:`)
    },
    /** Notifications without additions for a while, and causes that old. */
    old: {
      async forget({ connection }, batch) {
        const repository = notificationRepository(connection)
        const removed = await repository.forgetBefore(batch.before, batch.limit)
        const causes = await repository.forgetCausesBefore(batch.before, batch.limit)
        return { removed, after: Math.max(removed, causes) < batch.limit ? null : '' }
      },
      count: () => countRows(database.slowRead, 'notifications'),
    } satisfies OldData,
  }
}
