import * as z from 'zod'
import { NOTIFICATIONS_AT_ONCE } from '../limits.ts'
import { unreadCounts } from './accounts.ts'
import { actorId, cursor, id, limit, page, time } from './common.ts'
import { activityAction } from './moderation.ts'

/** What somebody is told of; `NotificationSettings` has a switch for each, and one for messages. */
export const notificationKind = z.enum(['reply', 'mention', 'newPost', 'communityPost', 'follow', 'moderation'])

const actor = z.object({
  userId: id,
  displayName: z.string(),
  /** Empty: there is no profile any more. */
  slugUrl: z.string(),
  imageUrl: z.string(),
})

/** What happened about one thing. */
export const notification = z.object({
  id,
  kind: notificationKind,
  /** When the newest of it happened. */
  at: time,
  read: z.boolean(),
  /** How often since it was last read: replies, mentions, posts, followers, decisions. */
  count: z.int().positive(),
  /** Who did it, the newest first, at most three. None of decisions: they are their community’s. */
  actors: z.array(actor).max(3),
  /** How many people that were; anonymous ones are one. */
  actorCount: z.int().nonnegative(),
  /** The post that it is about or stands under; of new posts the newest. Null: it is about no single post. */
  post: z
    .object({
      id,
      slugUrl: z.string(),
      title: z.string(),
      /** The page of a partner that the post stands for; null: it is none’s. */
      articleUrl: z.string().nullable(),
    })
    .nullable(),
  /** The newest comment to open; null: none. */
  comment: z.object({ id, parentCommentId: id.nullable() }).nullable(),
  /** Where it happened; null for followers. */
  community: z.object({ tokenName: z.string(), title: z.string() }).nullable(),
  /** The beginning of what was written, in one line; may be empty. */
  excerpt: z.string(),
  /** Of `moderation`: what was decided, by what role, and why. Null for other kinds. */
  decision: z
    .object({
      action: activityAction,
      by: z.enum(['community', 'domain']),
      /** Empty where none was given. */
      reason: z.string(),
    })
    .nullable(),
})

const follows = z.object({
  /** Whether the viewer follows them. */
  follows: z.boolean(),
  /** How many people follow them. */
  followers: z.int().nonnegative(),
})

const counts = z.object({ unread: unreadCounts })
const notificationIds = z.array(id).min(1).max(NOTIFICATIONS_AT_ONCE)

export const notificationCalls = {
  userFollow: {
    input: z.strictObject({
      userId: actorId,
      /** A merged account means its main one. */
      followedUserId: id,
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
      /** Of what happened after this nothing was seen, such as `at` of the newest that is shown. Default: now. */
      until: time.optional(),
    }),
    output: counts,
  },
  notificationRead: {
    input: z
      .strictObject({
        userId: actorId,
        notificationIds: notificationIds.optional(),
        /** Instead of ids: all. */
        all: z.literal(true).optional(),
        /** Nothing that happened after this, such as `at` of the newest that is shown. Default: whatever happened. */
        until: time.optional(),
      })
      .refine(
        (input) => (input.notificationIds === undefined) !== (input.all === undefined),
        'Send notificationIds, or all.',
      ),
    output: counts,
  },
  notificationDelete: { input: z.strictObject({ userId: actorId, notificationIds }), output: counts },
}
