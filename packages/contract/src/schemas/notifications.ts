import * as z from 'zod'
import { NOTIFICATIONS_AT_ONCE } from '../limits.ts'
import { unreadCounts } from './accounts.ts'
import { actorId, communitySlug, cursor, id, limit, namedPerson, page, time } from './common.ts'
import { notifiedAction } from './moderation.ts'

/** Kinds of notifications; `NotificationSettings` has a switch for each, and one for messages. */
export const notificationKind = z.enum(['reply', 'mention', 'newPost', 'communityPost', 'follow', 'moderation'])

/** Events about one thing. */
export const notification = z.object({
  id,
  kind: notificationKind,
  at: time.describe('When the newest of it happened.'),
  read: z.boolean(),
  count: z
    .int()
    .positive()
    .describe('How often since it was last read: replies, mentions, posts, followers, decisions.'),
  actors: z
    .array(namedPerson)
    .max(3)
    .describe('Who did it, the newest first, at most three. None of decisions: they are their community’s.'),
  actorCount: z.int().nonnegative().describe('How many people that were; anonymous ones are one.'),
  post: z
    .object({
      id,
      slugUrl: z.string(),
      title: z.string(),
      articleUrl: z.string().nullable().describe('The partner’s page that the post discusses; null: none.'),
    })
    .nullable()
    .describe(
      'The post that it is about, or the post of the comment; of new posts the newest. Null: it is about no single post.',
    ),
  comment: z
    .object({ id, parentCommentId: id.nullable() })
    .nullable()
    .describe('The newest comment to open; null: none.'),
  community: z
    .object({ tokenName: z.string(), communitySlug, title: z.string() })
    .nullable()
    .describe('Where it happened; null for followers.'),
  excerpt: z.string().describe('The beginning of what was written, in one line; may be empty.'),
  decision: z
    .object({
      action: notifiedAction,
      by: z.enum(['community', 'domain']),
      reason: z.string().describe('Empty where none was given.'),
      person: z
        .object({ displayName: z.string(), slugUrl: z.string() })
        .optional()
        .describe('The member that the viewer has reported. Left out of other decisions.'),
      reversed: z
        .boolean()
        .optional()
        .describe('What the viewer has reported was restored later, such as on appeal. Left out of other decisions.'),
    })
    .nullable()
    .describe('Of `moderation`: what was decided, by what role, and why. Null for other kinds.'),
})

const follows = z.object({
  follows: z.boolean().describe('Whether the viewer follows them.'),
  followers: z.int().nonnegative().describe('How many people follow them.'),
})

/** How much is unread now. */
export const unreadAnswer = z.object({ unread: unreadCounts }).describe('How much is unread now.')
const notificationIds = z.array(id).min(1).max(NOTIFICATIONS_AT_ONCE)

export const notificationCalls = {
  userFollow: {
    input: z.strictObject({
      userId: actorId,
      followedUserId: id.describe('A merged account means its main one.'),
      follow: z.boolean(),
    }),
    output: follows,
  },
  userFollowGet: { input: z.object({ followedUserId: id }), output: follows },
  notificationList: {
    input: z.object({ tab: z.enum(['all', 'unread']).default('all'), limit, cursor }),
    output: page(notification),
  },
  notificationViewed: {
    input: z.strictObject({
      userId: actorId,
      until: time
        .optional()
        .describe(
          'Of what happened after this nothing was seen, such as `at` of the newest that is shown. Default: now.',
        ),
    }),
    output: unreadAnswer,
  },
  notificationRead: {
    input: z
      .strictObject({
        userId: actorId,
        notificationIds: notificationIds.optional(),
        all: z.literal(true).optional().describe('Instead of ids: all.'),
        until: time
          .optional()
          .describe(
            'Nothing that happened after this, such as `at` of the newest that is shown. Default: whatever happened.',
          ),
      })
      .refine(
        (input) => (input.notificationIds === undefined) !== (input.all === undefined),
        'Send notificationIds, or all.',
      ),
    output: unreadAnswer,
  },
  notificationDelete: { input: z.strictObject({ userId: actorId, notificationIds }), output: unreadAnswer },
}
