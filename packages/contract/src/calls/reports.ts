import * as z from 'zod'
import { REASON_TEXT_MAX_LENGTH } from '../limits.ts'
import { decisionReason } from '../schemas/decision-reasons.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { namedPerson } from '../schemas/references.ts'
import { actorId, id, personId, string, time, tokenName } from '../schemas/scalars.ts'
import { isBlankText } from '../text.ts'
import type { Call } from './call.ts'
import { comment } from './comments.ts'
import { postSummary } from './posts.ts'

/** What can be reported. */
export const reportedType = z.enum(['Post', 'Comment', 'User', 'Message'])

/** Reason of a report; `other` has a text. */
export const reportReason = decisionReason.reason.unwrap()

/** `open` until a moderator decides: `kept` unchanged, or `removed`. */
export const reportStatus = z.enum(['open', 'kept', 'removed'])

/** How often a reason was given. */
export const reasonCount = z
  .object({
    reason: reportReason.describe('The reason.'),
    count: z.int().positive().describe('Number of people who gave it.'),
  })
  .describe('How often a reason was given.')

/** A person who has reported an item, with the reliability of their earlier reports. */
export const reporter = namedPerson
  .extend({
    decided: z.int().nonnegative().describe('Earlier reports by this person here that were decided.'),
    dismissed: z.int().nonnegative().describe('How many of these were dismissed.'),
  })
  .describe('A person who has reported an item.')

/** A copy of a message that a report hands over. */
export const reportedMessage = z
  .object({
    id,
    sender: namedPerson.nullable().describe('Null: nobody with an account any more.'),
    text: z.string().describe('Plain text.'),
    createdAt: time.describe('When it was sent.'),
  })
  .describe('A message that one of its two people has handed over to moderators.')

/** All reports of one item, and the decision. */
export const report = z.object({
  id,
  status: reportStatus.describe('`open` until a moderator decides: `kept` unchanged, or `removed`.'),
  reportedType: reportedType.describe('A response is a Post.'),
  post: postSummary
    .nullable()
    .describe('The post, also of a comment. Null: it no longer exists, or a person is reported.'),
  comment: comment.nullable().describe('Null: no comment is reported, or it no longer exists.'),
  person: namedPerson.nullable().describe('The author, or the reported member. Null: nobody with an account.'),
  count: z.int().positive().describe('Number of people who reported it.'),
  reasons: z.array(reasonCount).describe('How often each reason was given, most frequent first.'),
  texts: z.array(z.string()).describe('Reporters’ own words, newest first, at most five.'),
  newcomers: z
    .int()
    .nonnegative()
    .describe(
      'How many of them aren’t members here or have an account younger than a week. Their reports carry less weight.',
    ),
  reporters: z.array(reporter).describe('The reporters, newest first, at most five.'),
  messages: z
    .array(reportedMessage)
    .optional()
    .describe(
      'Of a message: what the reporters have handed over, oldest first; the reported one is the last. Omitted: none.',
    ),
  createdAt: time.describe('Time of the first report in ms.'),
  decidedBy: namedPerson.nullable().describe('Who decided. Null: nobody.'),
  decidedAt: time.nullable().describe('Time of the decision in ms.'),
})

/** Calls for reporting content and people, and for handling reports. */
export const reportCalls = {
  reportCreate: {
    method: 'POST',
    path: '/report/create',
    access: 'user',
    quota: 'report',
    site: true,
    widget: 'all',
    errors: ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'Report a post, a comment or a member to the moderators of a community, once.',
    input: z
      .strictObject({
        tokenName,
        reporterId: actorId,
        reportedType: reportedType.exclude(['Message']).describe('a response is a Post; for messages see `dmReport`'),
        reportedPostId: id.optional().describe('with reportedType Post; optional with Comment'),
        reportedCommentId: id.optional().describe('with reportedType Comment'),
        reportedUserId: id.optional().describe('with reportedType User'),
        isSuperComment: z.boolean().optional().describe('accepted for compatibility'),
        reportReason: reportReason.describe('the reason'),
        reportText: string(REASON_TEXT_MAX_LENGTH).optional().describe('required with the reason other'),
      })
      .superRefine(({ reportedType: type, reportReason: reason, reportText = '', ...ids }, issues) => {
        const field = `reported${type}Id` as const
        if (!ids[field]) issues.addIssue({ code: 'custom', path: [field], message: 'Name what you report.' })
        if (reason === 'other' && isBlankText(reportText)) {
          issues.addIssue({ code: 'custom', path: ['reportText'], message: 'Say what the reason is.' })
        }
      }),
    output: z.object({
      isNew: z.boolean().describe('False: the caller had already reported it.'),
    }),
  },
  reportList: {
    method: 'GET',
    path: '/reports',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'As `reportGet`, also of one person or post only.',
    input: z.object({
      tokenName,
      userId: personId.optional().describe('only reports about this person and their content'),
      postId: id.optional().describe('only reports about this post and its comments'),
      status: z.enum(['open', 'decided']).default('open').describe('which reports'),
      limit,
      cursor,
    }),
    output: page(report),
  },
  reportGet: {
    method: 'POST',
    path: '/report/get',
    access: 'user',
    rate: 'read',
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'Reported items of a community, newest first, for its moderators.',
    input: z.strictObject({
      tokenName,
      status: z.enum(['open', 'decided']).default('open').describe('which reports'),
      limit,
      cursor,
    }),
    output: page(report),
  },
  reportUpdate: {
    method: 'POST',
    path: '/report/update',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'REPORT_NOT_FOUND', 'REPORT_DECIDED', 'REPORT_OWN_CONTENT', 'FORBIDDEN'],
    summary:
      'Close a report and keep the content, or reopen it. Hiding the content or banning its author also closes it.',
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      reportId: id.describe('as returned by `reportGet`'),
      status: z.enum(['open', 'kept']).describe('kept closes the report and leaves the content; open reopens it'),
    }),
    output: z.object({ status: reportStatus.describe('the new status') }),
  },
} as const satisfies Record<string, Call>
