import * as z from 'zod'
import { QUEUE_BATCH_MAX } from '../limits.ts'
import { decisionReason } from '../schemas/decision-reasons.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { communityRole, namedPerson } from '../schemas/references.ts'
import { actorId, id, time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { cannedReason, findings } from './checks.ts'
import { comment } from './comments.ts'
import { activity, activityAction } from './moderation-log.ts'
import { postSummary } from './posts.ts'
import { report, reportedType } from './reports.ts'

/** Why an item is in the queue. */
export const queueKind = z.enum(['pending', 'reported', 'appealed'])

const version = z
  .int()
  .nonnegative()
  .describe(
    'Increases when the author changes the text: the revision of a post, or the time of a comment’s last change.',
  )

/** An item whose author has edited it since the caller read it. */
export const changedItem = z.object({
  version,
  post: postSummary.nullable().describe('The current post. Null: it is a comment.'),
  comment: comment.nullable().describe('The current comment. Null: it is a post.'),
})

/** A moderator working on an item. */
export const queueClaim = z.object({
  by: namedPerson.describe('Who is working on it.'),
  until: time.describe('When the claim expires.'),
})

/** An earlier decision. */
export const madeDecision = z.object({
  activityId: id.describe('The decision in the moderation log.'),
  action: activityAction.describe('The kind of decision.'),
  by: namedPerson.nullable().describe('Who decided. Null: the operator.'),
  at: time.describe('Time of the decision.'),
})

/** An item awaiting a decision, with what is needed to decide. */
export const queueItem = z.object({
  kind: queueKind.describe('Why it waits.'),
  id: id.describe('The report’s id for a reported item, otherwise the id of the post or comment.'),
  subjectId: id.describe('The post, comment or person to decide about.'),
  tokenName: z.string().describe('The community of the item.'),
  communityTitle: z.string().describe('Title of that community.'),
  type: reportedType.describe('Its type; a response is a Post.'),
  at: time.describe('When it started to wait.'),
  version,
  post: postSummary
    .nullable()
    .describe('The post, also of a comment. Null: the item is a person, or the post no longer exists.'),
  comment: comment.nullable().describe('Null: not a comment, or it no longer exists.'),
  parent: comment.nullable().describe('The comment it replies to. Null: none.'),
  person: namedPerson
    .extend({
      createdAt: time.describe('When the account was created.'),
      removals: z.int().nonnegative().describe('How many items by this person were removed here before; at most 100.'),
      notes: z.int().nonnegative().describe('Number of private notes about this person here.'),
      role: communityRole.nullable().describe('The person’s role here. Null: none.'),
    })
    .nullable()
    .describe('The author, or the reported person. Null: nobody with an account.'),
  report: report
    .pick({ count: true, reasons: true, texts: true, newcomers: true, reporters: true, messages: true })
    .extend({ isOwn: z.boolean().describe('It is about the caller, and somebody else can decide it.') })
    .nullable()
    .describe('All reports of it. Null: it is pending.'),
  appeal: z
    .object({
      text: z.string().describe('The person’s statement against the decision.'),
      decision: madeDecision.describe('The appealed decision.'),
      reason: z.string().describe('Reason of the decision; may be empty.'),
      isOwn: z.boolean().describe('The caller made the decision, and somebody else can judge the appeal.'),
    })
    .nullable()
    .describe('Null: no appeal.'),
  findings: findings
    .pick({ held: true, score: true, findings: true })
    .nullable()
    .describe('Findings of the checks before publication. Null: none.'),
  claim: queueClaim.nullable().describe('Null: nobody is working on it.'),
})

/** Calls for working through the moderation queue. */
export const moderationQueueCalls = {
  queueList: {
    method: 'GET',
    path: '/moderation/queue',
    access: 'user',
    site: true,
    widget: 'moderators',
    errors: ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary:
      'Everything awaiting a moderator’s decision, oldest first: in one conversation, in one community, or in all that the caller moderates.',
    input: z.object({
      tokenName: tokenName.optional().describe('omitted: all communities that the caller moderates'),
      postId: id
        .optional()
        .describe(
          'only what is pending or reported in the conversation under this post, including a reported post itself; required on a partner’s site, where it must be one of its articles',
        ),
      kind: queueKind.optional().describe('only items that wait for this reason; omitted: all'),
      limit,
      cursor,
    }),
    output: page(queueItem).extend({
      reasons: z
        .array(cannedReason)
        .describe(
          'Reasons that moderators of the requested community choose from when they hide. Empty for several communities.',
        ),
    }),
  },
  queueCount: {
    method: 'GET',
    path: '/moderation/queue/count',
    access: 'user',
    errors: [],
    summary: 'Number of items that wait in all communities that the caller moderates, up to 100. 0 for others.',
    input: z.object({}),
    output: z.object({ waiting: z.int().nonnegative().describe('Number of waiting items; 100 means 100 or more.') }),
  },
  queueDecided: {
    method: 'GET',
    path: '/moderation/decided',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'Decisions about content and people, newest first: in one community, or in all that the caller moderates.',
    input: z.object({
      tokenName: tokenName.optional().describe('omitted: all communities that the caller moderates'),
      limit,
      cursor,
    }),
    output: page(activity),
  },
  queueClaim: {
    method: 'POST',
    path: '/moderation/claim',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'QUEUE_ITEM_NOT_FOUND', 'QUEUE_CLAIMED'],
    summary: 'Claim items of the queue for ten minutes, which shows others who is working on them, or release them.',
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      itemIds: z.array(id).min(1).max(QUEUE_BATCH_MAX).describe('the items of the queue'),
      claim: z.boolean().describe('false releases them'),
    }),
    output: z.object({ until: time.nullable().describe('When the claims expire. Null: they were released.') }),
  },
  queueDecide: {
    method: 'POST',
    path: '/moderation/decide',
    access: 'user',
    site: true,
    widget: 'moderators',
    errors: [
      'COMMUNITY_NOT_FOUND',
      'FORBIDDEN',
      'QUEUE_ITEM_NOT_FOUND',
      'QUEUE_DECIDED',
      'QUEUE_CHANGED',
      'APPEAL_OWN_DECISION',
      'REPORT_OWN_CONTENT',
      'UNDO_REFUSED',
      'HIDDEN_BY_DOMAIN_ADMIN',
      'POST_PINNED',
    ],
    summary:
      'Approve or hide up to 200 items of the queue. Items already decided by somebody else stay, and items changed by their author are not approved. A single such item is refused.',
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      itemIds: z.array(id).min(1).max(QUEUE_BATCH_MAX).describe('the items of the queue'),
      decision: z
        .enum(['approve', 'hide'])
        .describe(
          'approve publishes pending items, keeps reported ones and grants appeals; hide hides items, for a reason, and denies appeals',
        ),
      versions: z
        .array(version)
        .max(QUEUE_BATCH_MAX)
        .optional()
        .describe(
          'for each item, in the order of `itemIds`, the version that the caller has read; items changed since are not approved; omitted: the current version is approved',
        ),
      reason: decisionReason.reason.describe('required with hide, except for appeals'),
      reasonText: decisionReason.reasonText.describe('required with the reason other'),
    }),
    output: z.object({
      decided: z
        .array(
          z.object({
            itemId: id.describe('The item.'),
            activityId: id.describe('The decision in the moderation log, for undoing it.'),
          }),
        )
        .describe('Decisions made by this call.'),
      refused: z
        .array(
          z.object({
            itemId: id.describe('The item.'),
            code: z.string().describe('The code of the error.'),
            decision: madeDecision.nullable().describe('Somebody else’s decision. Null: none.'),
            changed: changedItem
              .nullable()
              .describe('The current content, if its author has changed it. Null: no change.'),
          }),
        )
        .describe('Items without a decision.'),
    }),
  },
} as const satisfies Record<string, Call>
