import { inOwnTransaction, viewerOf } from '../../../platform/calls/mount.ts'
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
  const { mount } = platform
  const comments = createCommentService({ ...platform, ...earlier })
  earlier.activityLog.onDecisions((tx, decisions) => earlier.filterTraining.follow(tx, decisions, comments.contentText))
  mount('checkRulesTest', (context) =>
    earlier.checkRules.test(viewerOf(context), context.input, comments.latestPublished),
  )
  // `articles` mounts the calls that create comments, `viewer` those that list them: they need later domains, too.
  mount(
    'commentEdit',
    async (context) => {
      const { tokenName, content } = context.input
      const scored = await earlier.contentChecks.ask(context.viewer, { tokenName, text: () => content })
      return inOwnTransaction(platform.database, context, (tx) =>
        comments.edit(viewerOf(context), context.input, { tx, scored }),
      )
    },
    { transaction: false },
  )
  mount('commentDelete', (context) => comments.setHidden(viewerOf(context), context.input, context.tx))
  mount('commentGet', ({ viewer, input, onlyCommunity }) => comments.get(viewer, input.commentId, onlyCommunity))
  return { comments }
}
