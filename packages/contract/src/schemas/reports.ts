import * as z from 'zod'
import { REASON_TEXT_MAX_LENGTH } from '../limits.ts'
import { isBlankText } from '../text.ts'
import { comment } from './comments.ts'
import {
  actorId,
  cursor,
  decisionReason,
  entityType,
  id,
  limit,
  namedPerson,
  page,
  string,
  time,
  tokenName,
} from './common.ts'
import { postSummary } from './posts.ts'

/** What can be reported. */
export const reportedType = z.enum(['Post', 'Comment', 'User'])

/** Reason of a report; `other` has a text. */
export const reportReason = decisionReason.reason.unwrap()

/** `open` until a moderator decides: `kept` as it is, or `removed`. */
export const reportStatus = z.enum(['open', 'kept', 'removed'])

/** How often a reason was given. */
export const reasonCount = z
  .object({
    reason: reportReason.describe('A reason that was given.'),
    count: z.int().positive().describe('How many people gave it.'),
  })
  .describe('How often a reason was given.')

/** Somebody who has reported an item, with how reliable their reports have been. */
export const reporter = namedPerson
  .extend({
    decided: z.int().nonnegative().describe('Earlier reports of this person here that were decided.'),
    dismissed: z.int().nonnegative().describe('How many of these were dismissed.'),
  })
  .describe('Somebody who has reported an item.')

/** All reports of one item, and the decision. */
export const report = z.object({
  id,
  status: reportStatus.describe('`open` until a moderator decides: `kept` as it is, or `removed`.'),
  reportedType: reportedType.describe('A response is a Post.'),
  post: postSummary
    .nullable()
    .describe('Of a comment the post that it stands under. Null: it is gone, or a person is reported.'),
  comment: comment.nullable().describe('Null: no comment is reported, or it is gone.'),
  person: namedPerson.nullable().describe('Who wrote it, or the member who is reported. Null: nobody with an account.'),
  count: z.int().positive().describe('How many people have reported it.'),
  reasons: z.array(reasonCount).describe('How often each reason was given, the most frequent first.'),
  texts: z.array(z.string()).describe('Reasons in the reporters’ own words, the newest first, at most five.'),
  newcomers: z
    .int()
    .nonnegative()
    .describe('How many of them are no members here, or have an account of less than a week. Their reports say less.'),
  reporters: z.array(reporter).describe('Who reported it, the newest first, at most five.'),
  createdAt: time.describe('Time of the first report in ms.'),
  decidedBy: namedPerson.nullable().describe('Who decided. Null: nobody has.'),
  decidedAt: time.nullable().describe('When that was, in ms.'),
})

/** A post or comment that the viewer has hidden for themselves. */
export const hiddenForMeItem = z.object({
  id: id.describe('Of the comment, or of the post where that is what was hidden.'),
  hiddenAt: time.describe('When it was hidden, in ms.'),
  post: postSummary.describe('The hidden post, or the post of the hidden comment.'),
  comment: comment.nullable().describe('Null: a post was hidden.'),
})

export const reportCalls = {
  reportCreate: {
    input: z
      .strictObject({
        tokenName,
        reporterId: actorId,
        reportedType: reportedType.describe('a response is a Post'),
        reportedPostId: id.optional().describe('with reportedType Post; with Comment it may be left out'),
        reportedCommentId: id.optional().describe('with reportedType Comment'),
        reportedUserId: id.optional().describe('with reportedType User'),
        isSuperComment: z.boolean().optional().describe('accepted for compatibility'),
        reportReason: reportReason.describe('why'),
        reportText: string(REASON_TEXT_MAX_LENGTH).optional().describe('required with the reason other'),
      })
      .superRefine(({ reportedType: type, reportReason: reason, reportText = '', ...ids }, issues) => {
        const field = `reported${type}Id` as const
        if (!ids[field]) issues.addIssue({ code: 'custom', path: [field], message: 'Say what is reported.' })
        if (reason === 'other' && isBlankText(reportText)) {
          issues.addIssue({ code: 'custom', path: ['reportText'], message: 'Say what the reason is.' })
        }
      }),
    output: z.object({
      isNew: z.boolean().describe('False: the caller had reported it before.'),
    }),
  },
  contentHideForMe: {
    input: z.strictObject({
      entityType,
      entityId: id.describe('of the post or comment; a response is a Post'),
      hide: z.boolean().describe('false shows it again, also if it is gone by now'),
      userId: actorId,
    }),
    output: z.object({ hidden: z.boolean().describe('whether it is hidden for the caller now') }),
  },
  hiddenForMeList: {
    input: z.object({ limit, cursor }),
    output: page(hiddenForMeItem),
  },
  reportGet: {
    input: z.strictObject({
      tokenName,
      status: z.enum(['open', 'decided']).default('open').describe('which reports'),
      limit,
      cursor,
    }),
    output: page(report),
  },
  reportUpdate: {
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      reportId: id.describe('as `reportGet` answers it'),
      status: z.enum(['open', 'kept']).describe('kept closes the report and leaves the content; open reopens it'),
    }),
    output: z.object({ status: reportStatus.describe('as it is now') }),
  },
}
