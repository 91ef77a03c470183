import * as z from 'zod'
import { situationMessages } from '../errors.ts'
import { NOTIFICATIONS_AT_ONCE } from '../limits.ts'
import { DECIDERS } from '../policy/viewer.ts'
import { TIME_OF_DAY } from '../rules.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { namedPerson } from '../schemas/references.ts'
import { actorId, communitySlug, id, matching, string, time } from '../schemas/scalars.ts'
import { isTimeZone } from '../time-zone.ts'
import type { Call } from './call.ts'
import { notifiedAction } from './moderation-log.ts'

/** Number of unread notifications, up to 100, which means 100 or more. */
export const unreadCounts = z.object({
  notifications: z
    .int()
    .min(0)
    .max(100)
    .describe('Unread notifications: the number of items in the list’s tab `unread`.'),
  unseen: z
    .int()
    .min(0)
    .max(100)
    .describe('Unread notifications since the viewer last saw the list. The badge shows this number.'),
  messages: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe('Conversations in the inbox with unread messages. Omitted: none.'),
})

/**
 * Kinds of notifications. `NotificationSettings` has a switch for each, and one for messages; changes of the account are
 * always shown.
 */
export const notificationKind = z.enum([
  'reply',
  'mention',
  'newPost',
  'communityPost',
  'watched',
  'reminder',
  'follow',
  'moderation',
  'role',
  'queue',
  'overdue',
  'accountChanged',
])

/** What an operator of the installation changed about an account. */
export const accountChange = z
  .enum(['secondFactorReset', 'addressSet', 'renamed', 'merged'])
  .describe('What an operator of the installation changed about an account.')

/** Events about one thing. */
export const notification = z.object({
  id,
  kind: notificationKind,
  at: time.describe('Time of the newest event.'),
  read: z.boolean(),
  seen: z.boolean().describe('The viewer has seen the list since the newest event. The badge counts the others.'),
  count: z
    .int()
    .positive()
    .describe(
      'Number of events since it was last read: replies, mentions, posts, followers, decisions, items in a queue.',
    ),
  actors: z
    .array(namedPerson)
    .max(3)
    .describe(
      'The people who caused it, newest first, at most three. Empty for queues, and for decisions, which are made by their community; except for changes of a role.',
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
  titles: z
    .array(z.string())
    .max(2)
    .optional()
    .describe('For several new posts: the titles of the newest, at most two, newest first. Otherwise omitted.'),
  comment: z
    .object({ id, parentCommentId: id.nullable() })
    .nullable()
    .describe('The newest comment, to open; null: none.'),
  community: z
    .object({ tokenName: z.string(), communitySlug, title: z.string() })
    .nullable()
    .describe('The community; null for followers and changes of the account.'),
  excerpt: z.string().describe('The beginning of the text, in one line; may be empty.'),
  decision: z
    .object({
      action: notifiedAction,
      by: z.enum(DECIDERS),
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
    .describe(
      'For `moderation` and `role`: the decision, the role that made it, and the reason. Null for other kinds.',
    ),
  overdue: z
    .int()
    .positive()
    .optional()
    .describe('For `overdue`: how many items have waited for three days, up to 100. Omitted for other kinds.'),
  accountChange: accountChange
    .optional()
    .describe('For `accountChanged`: what an operator changed. Omitted for other kinds.'),
})

const onSiteSwitches = {
  reply: z.boolean().describe('Somebody replied to the person’s comment or responded to their post.'),
  mention: z.boolean().describe('Somebody mentioned the person.'),
  newPost: z.boolean().describe('A followed user posted.'),
  communityPost: z.boolean().describe('A new post in a joined community, by any author.'),
  watched: z.boolean().describe('A new comment on a post that the person watches.'),
  reminder: z.boolean().describe('A saved item of which the person wanted to be reminded.'),
  message: z.boolean().describe('A direct message.'),
  follow: z.boolean().describe('Somebody followed the person.'),
  moderation: z.boolean().describe('Moderators’ decisions about the person and their content.'),
  role: z.boolean().describe('The person got or lost a role or a permission in a community.'),
  queue: z.boolean().describe('Something waits for a decision in a community that the person moderates.'),
  overdue: z.boolean().describe('Something has waited there for three days.'),
}

const onSite = z.strictObject(onSiteSwitches)

const email = z.strictObject({
  ...onSiteSwitches,
  digest: z.boolean().describe('What the person missed, at most once a week.'),
})

/** A time of day. */
const timeOfDay = matching(5, TIME_OF_DAY, 'Must be a time such as 22:00.')

/** The hours without push messages. */
export const quietHours = z
  .strictObject({
    from: timeOfDay.describe('When they begin, such as 22:00.'),
    to: timeOfDay.describe('When they end, such as 07:00; possibly on the next day.'),
    timeZone: string(64).refine(isTimeZone, 'Must be a time zone such as Europe/Paris.').describe('IANA time zone.'),
  })
  .refine(({ from, to }) => from !== to, { message: 'Choose two different times.', path: ['to'] })

export const notificationSettings = z.strictObject({
  onSite,
  email,
  push: onSite.describe('What is sent to the person’s devices.'),
  quietHours: quietHours
    .nullable()
    .describe('Push messages wait until these hours end, unless they were read by then. Null: none.'),
})

/** The current unread counts. */
export const unreadResponse = z.object({ unread: unreadCounts }).describe('The current unread counts.')

const notificationIds = z.array(id).min(1).max(NOTIFICATIONS_AT_ONCE)

/** Calls about notifications. */
export const notificationCalls = {
  notificationList: {
    method: 'GET',
    path: '/notifications',
    access: 'user',
    signedOutMessage: situationMessages.invalidUserId,
    errors: ['CURSOR_INVALID'],
    summary:
      'The viewer’s notifications, newest first, grouped by subject. Those about things no longer visible are left out.',
    input: z.object({ tab: z.enum(['all', 'unread']).default('all'), limit, cursor }),
    output: page(notification),
  },
  notificationViewed: {
    method: 'POST',
    path: '/notification/viewed',
    access: 'user',
    errors: [],
    summary:
      'Record that the viewer has seen the list. The badge restarts from zero, on a domain with one community for that one; unread items stay unread.',
    input: z.strictObject({
      userId: actorId,
      until: time
        .optional()
        .describe('Only events up to this time were seen, such as `at` of the newest shown. Default: now.'),
    }),
    output: unreadResponse,
  },
  notificationRead: {
    method: 'POST',
    path: '/notification/read',
    access: 'user',
    errors: ['NOT_FOUND'],
    summary: 'Mark some or all notifications as read.',
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
  notificationDelete: {
    method: 'POST',
    path: '/notification/delete',
    access: 'user',
    errors: ['NOT_FOUND'],
    summary: 'Remove notifications from the list.',
    input: z.strictObject({ userId: actorId, notificationIds }),
    output: unreadResponse,
  },
  notificationSettingsGet: {
    method: 'GET',
    path: '/notification/settings',
    access: 'user',
    errors: [],
    summary: 'The viewer’s notification settings.',
    input: z.object({}),
    output: z.object({ notificationSettings }),
  },
  notificationSettings: {
    method: 'POST',
    path: '/notification/settings',
    access: 'user',
    errors: [],
    summary: 'Change the notification settings that are sent.',
    input: z.strictObject({
      userId: actorId,
      notificationSettings: z.strictObject({
        onSite: onSite.partial().optional(),
        email: email.partial().optional(),
        push: onSite.partial().optional().describe('What is sent to the person’s devices.'),
        quietHours: quietHours.nullable().optional().describe('Null: none.'),
      }),
    }),
    output: z.object({ notificationSettings }),
  },
} as const satisfies Record<string, Call>
