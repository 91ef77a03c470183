import type { Events } from '../../events/events.ts'
import type { Ids } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Profiles } from '../accounts/profile.ts'
import type { AccountService } from '../accounts/service.ts'
import type { DomainService } from '../domains/service.ts'
import type { FollowService } from '../follows/service.ts'
import type { MailService } from '../mail/service.ts'
import type { MembershipService } from '../memberships/service.ts'
import { createAnswering } from './answering.ts'
import { createMailing } from './mailing.ts'
import { createNotificationMarks } from './marking.ts'
import { createNotificationReader, type NotificationReaderDependencies } from './reading.ts'
import { notificationRepository } from './repository.ts'
import { createTelling } from './telling.ts'
import { createUnsubscribing } from './unsubscribing.ts'
import { workRepository } from './work-repository.ts'
import { createTellingWork } from './working.ts'

interface Dependencies extends NotificationReaderDependencies {
  ids: Ids
  events: Events
  logger: Logger
  accounts: AccountService
  memberships: Pick<MembershipService, 'bannedAmong' | 'membersAfter' | 'membersAmong'>
  follows: FollowService
  profiles: Pick<Profiles, 'setNotifications'>
  domains: Pick<DomainService, 'homeOf'>
  mail: Pick<MailService, 'post'>
  secret: string
}

/** For so long what people were told is kept. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000
const FORGOTTEN_AT_ONCE = 200

export type NotificationService = ReturnType<typeof createNotificationService>

/** What people are told: written from what happens, read as far as it may be seen. */
export function createNotificationService(dependencies: Dependencies) {
  const { database, clock } = dependencies
  const reader = createNotificationReader(dependencies)
  const tell = createTelling(dependencies)
  const unsubscribing = createUnsubscribing(dependencies)
  return {
    list: reader.list,
    unread: reader.unread,
    ...createNotificationMarks({ ...dependencies, reader }),
    /** Job: tells people of all that has happened. */
    tellAll: createTellingWork({ ...dependencies, tell, noteAnswer: createAnswering(dependencies) }),
    /** Job: mails what is due of it. */
    mailDue: createMailing({ ...dependencies, reader, unsubscribing }),
    unsubscribing,
    /** Job: forgets what nothing was added to for 90 days, what was added longer ago, and what could not be told. */
    async forgetOld(): Promise<void> {
      const before = clock.now() - KEPT_MS
      const forgetNotifications = () =>
        database.transaction(({ connection }) =>
          notificationRepository(connection).forgetBefore(before, FORGOTTEN_AT_ONCE),
        )
      const forgetCauses = () =>
        database.transaction(({ connection }) =>
          notificationRepository(connection).forgetCausesBefore(before, FORGOTTEN_AT_ONCE),
        )
      while ((await forgetNotifications()) === FORGOTTEN_AT_ONCE);
      while ((await forgetCauses()) === FORGOTTEN_AT_ONCE);
      await database.transaction(({ connection }) => workRepository(connection).forgetParked(clock.now()))
    },
  }
}
