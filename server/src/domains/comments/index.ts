import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { ActivityLogDomain } from '../activity-log/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { MembershipsDomain } from '../memberships/index.ts'
import type { NotificationTriggersDomain } from '../notification-triggers/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { commentRoutes } from './routes.ts'
import { createCommentService } from './service.ts'

type Earlier = CommunitiesDomain &
  NotificationTriggersDomain &
  AccountsDomain &
  MembershipsDomain &
  ActivityLogDomain &
  PostsDomain
export type CommentsDomain = ReturnType<typeof registerComments>

export function registerComments(platform: Platform, earlier: Earlier) {
  const comments = createCommentService({ ...platform, ...earlier, origins: earlier.partnerOrigins })
  earlier.commentPreviews.provide(comments.previews)
  commentRoutes(platform.mount, { comments })
  return { comments }
}
