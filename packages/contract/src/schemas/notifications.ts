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
  at: time.describe('Time of the newest event.'),
  read: z.boolean(),
  count: z
    .int()
    .positive()
    .describe('Number of events since it was last read: replies, mentions, posts, followers, decisions.'),
  actors: z
    .array(namedPerson)
    .max(3)
    .describe(
      'The people who caused it, newest first, at most three. Empty for decisions, which are made by their community.',
    ),
  actorCount: z.int().nonnegative().describe('Number of these people; all anonymous ones count as one.'),
  post: z
    .object({
      id,
      slugUrl: z.string(),
      title: z.string(),
      articleUrl: z.string().nullable().describe('The partner’s page that the post discusses; null: none.'),
    })
    .nullable()
    .describe('The post, or the post of the comment; for new posts the newest one. Null: no single post.'),
  comment: z
    .object({ id, parentCommentId: id.nullable() })
    .nullable()
    .describe('The newest comment, to open; null: none.'),
  community: z
    .object({ tokenName: z.string(), communitySlug, title: z.string() })
    .nullable()
    .describe('The community; null for followers.'),
  excerpt: z.string().describe('The beginning of the text, in one line; may be empty.'),
  decision: z
    .object({
      action: notifiedAction,
      by: z.enum(['community', 'domain']),
      reason: z.string().describe('Empty: no reason given.'),
      person: z
        .object({ displayName: z.string(), slugUrl: z.string() })
        .optional()
        .describe('The member that the viewer has reported. Omitted for other decisions.'),
      reversed: z
        .boolean()
        .optional()
        .describe(
          'Content that the viewer has reported was restored later, such as after an appeal. Omitted for other decisions.',
        ),
    })
    .nullable()
    .describe('For `moderation`: the decision, the role that made it, and the reason. Null for other kinds.'),
})

const follows = z.object({
  follows: z.boolean().describe('Whether the viewer follows them.'),
  followers: z.int().nonnegative().describe('Number of followers.'),
})

/** The current unread counts. */
export const unreadResponse = z.object({ unread: unreadCounts }).describe('The current unread counts.')
const notificationIds = z.array(id).min(1).max(NOTIFICATIONS_AT_ONCE)

export const notificationCalls = {
  userFollow: {
    input: z.strictObject({
      userId: actorId,
      followedUserId: id.describe('A merged account stands for its main account.'),
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
        .describe('Only events up to this time were seen, such as `at` of the newest shown. Default: now.'),
    }),
    output: unreadResponse,
  },
  notificationRead: {
    input: z
      .strictObject({
        userId: actorId,
        notificationIds: notificationIds.optional(),
        all: z.literal(true).optional().describe('All, instead of ids.'),
        until: time.optional().describe('Only events up to this time, such as `at` of the newest shown. Default: all.'),
      })
      .refine(
        (input) => (input.notificationIds === undefined) !== (input.all === undefined),
        'Send notificationIds, or all.',
      ),
    output: unreadResponse,
  },
  notificationDelete: { input: z.strictObject({ userId: actorId, notificationIds }), output: unreadResponse },
}
