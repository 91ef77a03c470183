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
  .describe('Rises when the author changes the text: the revision of a post, the time of a comment’s last change.')

/** An item whose author has edited it since the caller read it. */
export const changedItem = z.object({
  version,
  post: postSummary.nullable().describe('As it is now. Null: it is a comment.'),
  comment: comment.nullable().describe('As it is now. Null: it is a post.'),
})

/** A moderator working on an item. */
export const queueClaim = z.object({
  by: namedPerson.describe('Who works on it.'),
  until: time.describe('When the claim ends by itself.'),
})

/** An earlier decision. */
export const madeDecision = z.object({
  activityId: id.describe('The decision in the moderation log.'),
  action: activityAction.describe('What was decided.'),
  by: namedPerson.nullable().describe('Who decided. Null: the operator.'),
  at: time.describe('When it was decided.'),
})

/** An item awaiting a decision, with what is needed to decide. */
export const queueItem = z.object({
  kind: queueKind.describe('Why it waits.'),
  id: id.describe('Of a reported item the report’s, else the post’s or comment’s.'),
  subjectId: id.describe('The post, comment or person to decide about.'),
  tokenName: z.string().describe('The community in which it waits.'),
  communityTitle: z.string().describe('Title of that community.'),
  type: reportedType.describe('What it is; a response is a Post.'),
  at: time.describe('When it began to wait.'),
  version,
  post: postSummary.nullable().describe('Of a comment the post that it stands under. Null: a person, or it is gone.'),
  comment: comment.nullable().describe('Null: no comment, or it is gone.'),
  parent: comment.nullable().describe('The comment that it answers. Null: it answers none.'),
  person: namedPerson
    .extend({
      createdAt: time.describe('When the account was made.'),
      removals: z
        .int()
        .nonnegative()
        .describe('How often something by this person was removed here before; at most 100.'),
      notes: z.int().nonnegative().describe('How many private notes moderators have made about this person here.'),
      role: communityRole.nullable().describe('What the person is here. Null: no role.'),
    })
    .nullable()
    .describe('Who wrote it, or the reported person. Null: nobody with an account.'),
  report: report
    .pick({ count: true, reasons: true, texts: true, newcomers: true, reporters: true })
    .extend({ isOwn: z.boolean().describe('It is about the caller, and somebody else can decide it.') })
    .nullable()
    .describe('What was reported, together. Null: it waits for approval.'),
  appeal: z
    .object({
      text: z.string().describe('What the person says against the decision.'),
      decision: madeDecision.describe('The decision that it is against.'),
      reason: z.string().describe('Why it was decided; may be empty.'),
      isOwn: z.boolean().describe('The caller made that decision, and somebody else can judge it.'),
    })
    .nullable()
    .describe('Null: no appeal.'),
  findings: findings
    .pick({ held: true, score: true, findings: true })
    .nullable()
    .describe('What the checks before publication have found. Null: nothing.'),
  claim: queueClaim.nullable().describe('Null: nobody works on it.'),
})

/** A decision about a person on the member card. */
const memberDecision = z.object({
  activityId: id.describe('The decision in the moderation log.'),
  action: activityAction.describe('What was decided.'),
  at: time.describe('When it was decided.'),
  by: namedPerson.nullable().describe('Who decided. Null: the operator.'),
  reason: z.string().describe('Why; may be empty.'),
  until: z.int().nonnegative().nullable().describe('When it ends, in ms; 0: never. Null: it has no end.'),
  undone: z.boolean().describe('It was undone.'),
})

/** A moderator's note about a member for other moderators. */
export const memberNote = z.object({
  id: id.describe('Names the note.'),
  text: z.string().describe('What was noted.'),
  at: time.describe('When it was noted.'),
  by: namedPerson.nullable().describe('Who noted it. Null: an account that is gone.'),
  isOwn: z.boolean().describe('The caller noted it, and may delete it.'),
})

/** A person's member card. */
export const memberCard = z.object({
  person: namedPerson.extend({ createdAt: time.describe('When the account was made.') }).describe('Whom it is about.'),
  joinedAt: time.nullable().describe('When the person joined the community. Null: no member.'),
  role: communityRole.nullable().describe('What the person is here. Null: no role.'),
  ban: standing.shape.ban.describe('The ban or time-out in force. Null: none.'),
  counts: z
    .object({
      removals: z.int().nonnegative().describe('How often something by this person was removed here.'),
      warnings: z.int().nonnegative().describe('Warnings that were not withdrawn.'),
      timeouts: z.int().nonnegative().describe('Time-outs that were not undone.'),
      bans: z.int().nonnegative().describe('Bans that were not undone, past ones and the one in force.'),
      reportsAbout: z.int().nonnegative().describe('Things by this person, or the person, that were reported here.'),
      reportsUpheld: z.int().nonnegative().describe('How many of these were removed.'),
      reportsBy: z.int().nonnegative().describe('Reports by this person here.'),
      reportsDismissed: z.int().nonnegative().describe('How many of these were dismissed.'),
    })
    .describe('How often something was decided or reported, in this community.'),
  signals: z
    .array(z.enum(['device', 'network']))
    .describe('What the person has in common with an account that is banned here, in the last 90 days.'),
  history: z.array(memberDecision).describe('The latest decisions about the person, the newest first, at most 20.'),
  notes: z.array(memberNote).describe('The newest first.'),
})

/** An appeal and its result. */
export const appeal = z.object({
  status: z.enum(['open', 'granted', 'denied']).describe('`open` until a moderator judges it.'),
  text: z.string().describe('What the person says.'),
  at: time.describe('When it was sent.'),
})

/** A decision as seen by the affected person: with the role, without names. */
export const ownDecision = z.object({
  activityId: id.describe('Names the decision.'),
  at: time.describe('When it was decided.'),
  action: activityAction.describe('What was decided.'),
  by: z.enum(['community', 'domain']).describe('In what role it was decided.'),
  reason: z.string().describe('Why; may be empty.'),
  until: z.int().nonnegative().nullable().describe('Of a ban when it ends, in ms; 0: never. Null: no ban.'),
  community: z.object({ tokenName: z.string(), communitySlug, title: z.string() }).describe('Where it was decided.'),
  postId: id.nullable().describe('The post that it is about, or the post of the comment.'),
  commentId: id.nullable().describe('The comment that it is about.'),
  excerpt: z.string().describe('The beginning of what it is about, in one line; may be empty.'),
  undone: z.boolean().describe('This decision was undone.'),
  appeal: appeal.nullable().describe('Null: there was none.'),
  canAppeal: z.boolean().describe('An appeal is possible.'),
})

export const moderationQueueCalls = {
  queueList: {
    input: z.object({
      tokenName: tokenName.optional().describe('left out: all communities that the caller moderates'),
      postId: id
        .optional()
        .describe(
          'only what is pending or reported in the conversation under this post, and the post where it was reported; on a partner’s site required, one of its articles',
        ),
      kind: queueKind.optional().describe('only what waits for this reason; left out: everything'),
      limit,
      cursor,
    }),
    output: page(queueItem).extend({
      reasons: z
        .array(cannedReason)
        .describe('What moderators of the community that was asked for choose from when they hide; of several none.'),
    }),
  },
  queueDecided: {
    input: z.object({
      tokenName: tokenName.optional().describe('left out: all communities that the caller moderates'),
      limit,
      cursor,
    }),
    output: page(activity),
  },
  queueClaim: {
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      itemIds: z.array(id).min(1).max(QUEUE_BATCH_MAX).describe('which items of the queue'),
      claim: z.boolean().describe('false releases them'),
    }),
    output: z.object({ until: time.nullable().describe('When the claims end. Null: they were released.') }),
  },
  queueDecide: {
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      itemIds: z.array(id).min(1).max(QUEUE_BATCH_MAX).describe('about which items of the queue'),
      decision: z
        .enum(['approve', 'hide'])
        .describe(
          'approve publishes what waits, keeps what was reported and grants an appeal; hide hides, for a reason, and denies an appeal',
        ),
      versions: z
        .array(version)
        .max(QUEUE_BATCH_MAX)
        .optional()
        .describe(
          'of each item, in the order of `itemIds`, what the caller has read: what was changed since is not approved; left out: it is approved as it is now',
        ),
      reason: decisionReason.reason.describe('required with hide, but for appeals'),
      reasonText: decisionReason.reasonText.describe('required with the reason other'),
    }),
    output: z.object({
      decided: z
        .array(
          z.object({
            itemId: id.describe('The item.'),
            activityId: id.describe('The decision in the moderation log, which can be undone.'),
          }),
        )
        .describe('What was decided by this call.'),
      refused: z
        .array(
          z.object({
            itemId: id.describe('The item.'),
            code: z.string().describe('The code of the error.'),
            decision: madeDecision.nullable().describe('What somebody else has decided. Null: nothing.'),
            changed: changedItem.nullable().describe('What its author has made of it meanwhile. Null: nothing.'),
          }),
        )
        .describe('What was left as it is.'),
    }),
  },
  memberCard: {
    input: z.object({ tokenName, memberId: id.describe('whom it is about') }),
    output: z.object({ card: memberCard.describe('What is known.') }),
  },
  memberNote: {
    input: z
      .strictObject({
        tokenName,
        moderatorUserId: actorId,
        memberId: id.describe('whom the note is about'),
        text: text(NOTE_MAX_LENGTH).optional().describe('adds a note'),
        noteId: id.optional().describe('deletes this note, which the caller made; leave out the text then'),
      })
      .refine(({ text, noteId }) => (text === undefined) !== (noteId === undefined), 'Send a text or a note’s id.'),
    output: z.object({ notes: z.array(memberNote).describe('All notes about the person, the newest first.') }),
  },
  decisionList: {
    input: z.object({ limit, cursor }),
    output: page(ownDecision),
  },
  appealCreate: {
    input: z.strictObject({
      userId: actorId,
      activityId: id.describe('the decision, as `decisionList` answers it'),
      text: text(APPEAL_MAX_LENGTH).describe('what the caller says against it'),
    }),
    output: z.object({ appeal: appeal.describe('The appeal that was made.') }),
  },
  moderationUndo: {
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      activityIds: z.array(id).min(1).max(QUEUE_BATCH_MAX).describe('decisions of the moderation log'),
    }),
    output: z.object({
      undone: z.array(id).describe('Decisions that this call has undone.'),
      refused: z
        .array(
          z.object({ activityId: id.describe('The decision.'), code: z.string().describe('The code of the error.') }),
        )
        .describe('Decisions that stay.'),
    }),
  },
}
