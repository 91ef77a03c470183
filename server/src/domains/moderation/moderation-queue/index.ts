import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLogDomain } from '../../content/activity-log/index.ts'
import { ANNOUNCE_ARRIVALS, type ChecksDomain } from '../../content/checks/index.ts'
import type { CommentsDomain } from '../../content/comments/index.ts'
import type { PostsDomain } from '../../content/posts/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { AuthDomain } from '../../people/auth/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { MediaDomain } from '../../people/media/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { ModerationDomain } from '../moderation/index.ts'
import type { ReportsDomain } from '../reports/index.ts'
import { createAppealJudges } from './appeal-judges.ts'
import { createAppeals } from './appeals.ts'
import { createDecisionsMade } from './decisions-made.ts'
import { createMemberCards } from './member-card.ts'
import { defineQueueReminders } from './overdue.ts'
import { createQueueReader } from './reader.ts'
import { createQueueService } from './service.ts'
import { moderationQueueTables } from './tables.ts'
import { createUndo } from './undo.ts'

type Earlier = CommunitiesDomain &
  PartnerOriginsDomain &
  AccountsDomain &
  AuthDomain &
  MediaDomain &
  MembershipsDomain &
  ActivityLogDomain &
  ChecksDomain &
  PostsDomain &
  CommentsDomain &
  ModerationDomain &
  ReportsDomain

export type ModerationQueueDomain = ReturnType<typeof registerModerationQueue>

/** Arrivals announced per transaction. */
const ARRIVALS_AT_ONCE = 100

export const moderationQueueDomain = { tables: moderationQueueTables, register: registerModerationQueue }

/** The moderation queue and decisions about its items. */
function registerModerationQueue(platform: Platform, earlier: Earlier) {
  const decisionsMade = createDecisionsMade({ ...platform, ...earlier })
  const judges = createAppealJudges(earlier)
  const base = { ...platform, ...earlier, decisionsMade, judges }
  const undoing = createUndo(base)
  const appeals = createAppeals({ ...base, undoing })
  const reader = createQueueReader({ ...base, appeals })
  defineQueueReminders({ ...base, reader })
  const queue = createQueueService({ ...base, appeals })
  platform.jobs.transactional(ANNOUNCE_ARRIVALS, {
    batch: ARRIVALS_AT_ONCE,
    // Groups arrivals when there are many.
    pause: 5,
    async work(tx, jobs) {
      await decisionsMade.announceArrivals(
        tx,
        jobs.map(({ payload }) => payload),
      )
      return undefined
    },
  })
  return {
    appeals,
    memberCards: createMemberCards(base),
    moderationQueue: { ...reader, ...queue, undo: undoing.undo },
  }
}
