import { viewerOf } from '../../platform/calls/mount.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { ActivityLogDomain } from '../activity-log/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { FollowsDomain } from '../follows/index.ts'
import type { MembershipsDomain } from '../memberships/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import type { ReportsDomain } from '../reports/index.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { createNotificationService } from './service.ts'

type Earlier = CommunitiesDomain &
  TenantsDomain &
  AccountsDomain &
  MembershipsDomain &
  ActivityLogDomain &
  PostsDomain &
  CommentsDomain &
  FollowsDomain &
  ReportsDomain
export type NotificationsDomain = ReturnType<typeof registerNotifications>

export function registerNotifications(platform: Platform, earlier: Earlier) {
  const { mount } = platform
  const notifications = createNotificationService({ ...platform, ...earlier })
  mount('notificationList', (context) =>
    notifications.list(viewerOf(context), { ...context.input, onlyCommunity: context.onlyCommunity }),
  )
  mount('notificationViewed', async (context) => ({
    unread: await notifications.view(viewerOf(context), context.input, context),
  }))
  mount('notificationRead', async (context) => ({
    unread: await notifications.read(viewerOf(context), context.input, context),
  }))
  mount('notificationDelete', async (context) => ({
    unread: await notifications.takeOff(viewerOf(context), context.input.notificationIds, context),
  }))
  const run = () => notifications.forgetOld()
  platform.jobs.schedule({ name: 'forget old notifications', everyMs: 60 * MINUTE_MS, run })
  return { notifications }
}
