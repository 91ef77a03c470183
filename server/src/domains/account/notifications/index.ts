import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLogDomain } from '../../content/activity-log/index.ts'
import { type ChecksDomain, SETTLE_QUEUE } from '../../content/checks/index.ts'
import type { CommentsDomain } from '../../content/comments/index.ts'
import type { MarksDomain } from '../../content/marks/index.ts'
import type { PostsDomain } from '../../content/posts/index.ts'
import type { ModerationQueueDomain } from '../../moderation/moderation-queue/index.ts'
import type { ReportsDomain } from '../../moderation/reports/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { FollowsDomain } from '../../people/follows/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { MutesDomain } from '../../people/mutes/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { MessagesDomain } from '../messages/index.ts'
import type { PushDomain } from '../push/index.ts'
import { createNotificationService } from './service.ts'
import { notificationsTables } from './tables.ts'

export type { NotificationService } from './service.ts'

type Earlier = CommunitiesDomain &
  TenantsDomain &
  AccountsDomain &
  MembershipsDomain &
  MutesDomain &
  ActivityLogDomain &
  ChecksDomain &
  PostsDomain &
  CommentsDomain &
  MarksDomain &
  FollowsDomain &
  ReportsDomain &
  ModerationQueueDomain &
  PushDomain &
  MessagesDomain
export type NotificationsDomain = ReturnType<typeof registerNotifications>
export const notificationsDomain = { tables: notificationsTables, register: registerNotifications }

function registerNotifications(platform: Platform, earlier: Earlier) {
  const notifications = createNotificationService({ ...platform, ...earlier })
  platform.jobs.leased(SETTLE_QUEUE, {
    leaseMs: MINUTE_MS,
    run: ({ payload }) => notifications.settleQueue(payload.communityId),
  })
  return { notifications }
}
