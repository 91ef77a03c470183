import * as z from 'zod'
import { APPEAL_MAX_LENGTH, NOTE_MAX_LENGTH, QUEUE_BATCH_MAX } from '../limits.ts'
import { cannedReason, findings } from './checks.ts'
import { comment } from './comments.ts'
import {
  actorId,
  communityRole,
  communitySlug,
  cursor,
  decisionReason,
  id,
  limit,
  namedPerson,
  page,
  text,
  time,
  tokenName,
} from './common.ts'
import { activity, activityAction, standing } from './moderation.ts'
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
    .pick({ count: true, reasons: true, texts: true, newcomers: true, reporters: true })
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

/** A decision about a person on the member card. */
const memberDecision = z.object({
  activityId: id.describe('The decision in the moderation log.'),
  action: activityAction.describe('The kind of decision.'),
  at: time.describe('Time of the decision.'),
  by: namedPerson.nullable().describe('Who decided. Null: the operator.'),
  reason: z.string().describe('The reason; may be empty.'),
  until: z.int().nonnegative().nullable().describe('When it ends, in ms; 0: never. Null: doesn’t apply.'),
  undone: z.boolean().describe('It was undone.'),
})

/** A moderator's note about a member for other moderators. */
export const memberNote = z.object({
  id: id.describe('Id of the note.'),
  text: z.string().describe('Text of the note.'),
  at: time.describe('Time of the note.'),
  by: namedPerson.nullable().describe('The author. Null: the account no longer exists.'),
  isOwn: z.boolean().describe('The caller wrote it and may delete it.'),
})

/** A person's member card. */
export const memberCard = z.object({
  person: namedPerson.extend({ createdAt: time.describe('When the account was created.') }).describe('The person.'),
  joinedAt: time.nullable().describe('When the person joined the community. Null: not a member.'),
  role: communityRole.nullable().describe('The person’s role here. Null: none.'),
  ban: standing.shape.ban.describe('The active ban or time-out. Null: none.'),
  counts: z
    .object({
      removals: z.int().nonnegative().describe('How many items by this person were removed here.'),
      warnings: z.int().nonnegative().describe('Warnings that were not withdrawn.'),
      timeouts: z.int().nonnegative().describe('Time-outs that were not undone.'),
      bans: z.int().nonnegative().describe('Bans that were not undone, past and active.'),
      reportsAbout: z.int().nonnegative().describe('How often this person or their content was reported here.'),
      reportsUpheld: z.int().nonnegative().describe('How many of these were removed.'),
      reportsBy: z.int().nonnegative().describe('Reports by this person here.'),
      reportsDismissed: z.int().nonnegative().describe('How many of these were dismissed.'),
    })
    .describe('Numbers of decisions and reports in this community.'),
  signals: z
    .array(z.enum(['device', 'network']))
    .describe('What the person shared in the last 90 days with an account that is banned here.'),
  history: z.array(memberDecision).describe('The latest decisions about the person, newest first, at most 20.'),
  notes: z.array(memberNote).describe('Newest first.'),
})

/** An appeal and its result. */
export const appeal = z.object({
  status: z.enum(['open', 'granted', 'denied']).describe('`open` until a moderator judges it.'),
  text: z.string().describe('The person’s statement.'),
  at: time.describe('When it was sent.'),
})

/** A decision as seen by the affected person: with the role, without names. */
export const ownDecision = z.object({
  activityId: id.describe('Id of the decision.'),
  at: time.describe('Time of the decision.'),
  action: activityAction.describe('The kind of decision.'),
  by: z.enum(['community', 'domain']).describe('The role that decided.'),
  reason: z.string().describe('The reason; may be empty.'),
  until: z.int().nonnegative().nullable().describe('For a ban, when it ends in ms; 0: never. Null: not a ban.'),
  community: z.object({ tokenName: z.string(), communitySlug, title: z.string() }).describe('The community.'),
  postId: id.nullable().describe('The post, or the post of the comment.'),
  commentId: id.nullable().describe('The comment.'),
  excerpt: z.string().describe('The beginning of the content, in one line; may be empty.'),
  undone: z.boolean().describe('This decision was undone.'),
  appeal: appeal.nullable().describe('Null: none.'),
  canAppeal: z.boolean().describe('An appeal is possible.'),
})

export const moderationQueueCalls = {
  queueList: {
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
  queueDecided: {
    input: z.object({
      tokenName: tokenName.optional().describe('omitted: all communities that the caller moderates'),
      limit,
      cursor,
    }),
    output: page(activity),
  },
  queueClaim: {
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      itemIds: z.array(id).min(1).max(QUEUE_BATCH_MAX).describe('the items of the queue'),
      claim: z.boolean().describe('false releases them'),
    }),
    output: z.object({ until: time.nullable().describe('When the claims expire. Null: they were released.') }),
  },
  queueDecide: {
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
  memberCard: {
    input: z.object({ tokenName, memberId: id.describe('the person') }),
    output: z.object({ card: memberCard.describe('The card.') }),
  },
  memberNote: {
    input: z
      .strictObject({
        tokenName,
        moderatorUserId: actorId,
        memberId: id.describe('the person the note is about'),
        text: text(NOTE_MAX_LENGTH).optional().describe('adds a note with this text'),
        noteId: id.optional().describe('deletes this note by the caller; omit the text then'),
      })
      .refine(({ text, noteId }) => (text === undefined) !== (noteId === undefined), 'Send a text or a note’s id.'),
    output: z.object({ notes: z.array(memberNote).describe('All notes about the person, newest first.') }),
  },
  decisionList: {
    input: z.object({ limit, cursor }),
    output: page(ownDecision),
  },
  appealCreate: {
    input: z.strictObject({
      userId: actorId,
      activityId: id.describe('the decision, as returned by `decisionList`'),
      text: text(APPEAL_MAX_LENGTH).describe('the caller’s statement against it'),
    }),
    output: z.object({ appeal: appeal.describe('The new appeal.') }),
  },
  moderationUndo: {
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      activityIds: z.array(id).min(1).max(QUEUE_BATCH_MAX).describe('decisions of the moderation log'),
    }),
    output: z.object({
      undone: z.array(id).describe('Decisions undone by this call.'),
      refused: z
        .array(
          z.object({ activityId: id.describe('The decision.'), code: z.string().describe('The code of the error.') }),
        )
        .describe('Decisions that were not undone.'),
    }),
  },
}
