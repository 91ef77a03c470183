import { RETENTION_KINDS } from '@stoa/contract'
import { HOUR_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommentsDomain } from '../../content/comments/index.ts'
import type { PostsDomain } from '../../content/posts/index.ts'
import type { ReportsDomain } from '../../moderation/reports/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { NotificationsDomain } from '../notifications/index.ts'
import type { NumbersDomain } from '../numbers/index.ts'
import { createRetention } from './service.ts'
import { retentionTables } from './tables.ts'

/** Each changes rows of several tables. */
const ERASED_AT_ONCE = 20

type Earlier = AccountsDomain & PostsDomain & CommentsDomain & ReportsDomain & NotificationsDomain & NumbersDomain

export const retentionDomain = { tables: retentionTables, register: registerRetention }

/** Registers a job for each kind of data that isn't kept forever. */
function registerRetention(platform: Platform, earlier: Earlier) {
  const { posts, comments, notifications, operatorLog, rollUp, contentDeletion } = earlier
  const { isDecided } = contentDeletion
  const retention = createRetention({
    ...platform,
    operatorLog,
    data: {
      views: [rollUp.old],
      log: [operatorLog.old],
      revisions: [posts, comments].map(({ deleteOldRevisions, countRevisions }) => ({
        forget: (tx, batch) => deleteOldRevisions(tx, batch, isDecided),
        count: countRevisions,
      })),
      notifications: [notifications.old],
      discardedDrafts: [posts.discardedDrafts],
      hiddenContent: [posts, comments].map(({ eraseHidden, countHidden }) => ({
        forget: (tx, batch) => eraseHidden(tx, { ...batch, limit: ERASED_AT_ONCE }, isDecided),
        count: countHidden,
      })),
    },
  })
  for (const kind of RETENTION_KINDS) {
    const run = () => retention.run(kind)
    platform.jobs.schedule({ name: `delete old data: ${kind}`, everyMs: HOUR_MS, run })
  }
  return { retention }
}
