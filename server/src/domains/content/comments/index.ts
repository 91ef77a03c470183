import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { ReputationDomain } from '../../people/reputation/index.ts'
import type { ActivityLogDomain } from '../activity-log/index.ts'
import type { ChecksDomain } from '../checks/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { createCommentService } from './service.ts'
import { commentsTables } from './tables.ts'

export type { CommentService, CommentState } from './service.ts'

type Earlier = CommunitiesDomain &
  PartnerOriginsDomain &
  AccountsDomain &
  MembershipsDomain &
  ActivityLogDomain &
  ChecksDomain &
  ReputationDomain &
  PostsDomain
export type CommentsDomain = ReturnType<typeof registerComments>
export const commentsDomain = { tables: commentsTables, register: registerComments }

function registerComments(platform: Platform, earlier: Earlier) {
  const comments = createCommentService({ ...platform, ...earlier })
  earlier.activityLog.onDecisions((tx, decisions) => earlier.filterTraining.follow(tx, decisions, comments.contentText))
  return { comments }
}
