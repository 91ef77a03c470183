import * as z from 'zod'
import { ACTIVITY_GROUPS, NOTIFICATION_ACTIONS } from '../activity-actions.ts'
import { BAN_REASON_MAX_LENGTH, PAGE_SIZE_MAX } from '../limits.ts'
import { PERMISSIONS } from '../permissions.ts'
import { isBlankText, normalizeText, textLength } from '../text.ts'
import { permission } from './accounts.ts'
import {
  actorId,
  communityRole,
  cursor,
  formed,
  id,
  limit,
  namedPost,
  page,
  string,
  text,
  time,
  tokenName,
} from './common.ts'

/** A time-out is a short ban that hides no content. */
export const banKind = z.enum(['ban', 'timeout']).describe('A time-out ends by itself and hides nothing.')

/** An active ban or time-out. */
export const presentBan = z
  .object({ until: z.int().nonnegative(), reason: z.string(), at: time, kind: banKind })
  .describe('An active ban or time-out.')

/** A user’s role, permissions and ban in a community, for its managers. */
export const standing = z.object({
  userId: id,
  tokenName,
  isMember: z.boolean(),
  isOwner: z.boolean(),
  isModerator: z.boolean(),
  isPartner: z.boolean(),
  permissions: z.array(permission).describe('Granted permissions, including those suspended by a ban.'),
  ban: presentBan.nullable().describe('Null: no active ban. `until` in ms; 0: permanent.'),
  contentHidden: z.boolean().describe('A ban has hidden this person’s content here.'),
})

/** Kinds of decisions in the log. */
export const activityAction = z.enum([
  'banned',
  'unbanned',
  'timedOut',
  'timeoutLifted',
  'warned',
  'warningWithdrawn',
  'contentHidden',
  'contentRestored',
  'permissionsChanged',
  'moderatorAdded',
  'moderatorRemoved',
  'partnerAdded',
  'partnerRemoved',
  'emailSeen',
  'commentHidden',
  'commentRestored',
  'commentApproved',
  'postApproved',
  'postRefused',
  'postHidden',
  'postRestored',
  'postPinned',
  'postUnpinned',
  'postLocked',
  'postUnlocked',
  'postPublished',
  'postRescheduled',
  'postUnscheduled',
  'transcriptFailed',
  'publicationFailed',
  'publicationHeld',
  'communityCreated',
  'communityEdited',
  'checksEdited',
  'allChecksEdited',
  'ownershipOffered',
  'ownershipTransferred',
  'ownershipStayed',
  'reportKept',
  'reportReopened',
  'reportUpheld',
  'commentReturned',
  'postReturned',
  'postEdited',
  'appealGranted',
  'appealDenied',
  'appealReopened',
])

/** Decisions as named in notifications, including their meaning for the other person. */
export const notifiedAction = z.enum([...activityAction.options, ...NOTIFICATION_ACTIONS])

/** A user named in the log. */
export const loggedPerson = z
  .object({
    userId: id,
    username: z.string(),
    displayName: z.string(),
    slugUrl: z.string(),
    role: communityRole.optional().describe('The person’s current role in the community; omitted for most.'),
  })
  .describe('A person as named in the log.')

/** A changed setting of a community, or a changed part of a post. */
export const settingChange = z.object({
  setting: z.enum([
    'title',
    'about',
    'urlSlug',
    'logo',
    'approvePosts',
    'requireTranscripts',
    'showRules',
    'postTypes',
    'anonymousComments',
    'slowMode',
    'archived',
    'featured',
    'topic',
    'topicOrder',
    'topicMerge',
    'rules',
    'refused',
    'held',
    'flagged',
    'newcomerLinks',
    'holdFrom',
    'storm',
    'reasons',
    'postTitle',
    'postText',
    'postTopic',
  ]),
  before: z
    .string()
    .describe(
      'The old value: a text, an address, `true` or `false`, seconds, comma-separated names, or titles of rules or reasons with the texts of changed ones; empty: none. For a list, the removed entries, with the added ones in `after`; for the lists of all communities only their number. For a post’s text, the beginning of the difference.',
    ),
  after: z.string(),
})

/** One decision: actor, subject, time and reason. */
export const activity = z.object({
  id,
  at: time,
  tokenName: z.string().describe('The community of the decision.'),
  action: activityAction,
  actor: loggedPerson.nullable().describe('Null: the operator, or the end of a ban.'),
  person: loggedPerson.nullable().describe('The user concerned: for content its author; null without an account.'),
  postId: id.nullable().describe('The post, or the post of the comment.'),
  commentId: id.nullable(),
  post: namedPost.nullable().describe('That post; null where the caller may not see it.'),
  reason: z.string().describe('Empty: no reason given.'),
  until: z.int().nonnegative().nullable().describe('When a ban ends; 0: never.'),
  given: z.array(permission),
  taken: z.array(permission),
  changes: z.array(settingChange).describe('Changed settings of the community, or changed parts of the post.'),
  undoes: id.nullable().describe('The decision that this one undoes. Null: none.'),
  undone: z.boolean().describe('This decision was undone.'),
  reinstated: z
    .boolean()
    .describe(
      'The undoing was undone too: a newer decision, whose `undoes` names the undoing, has reinstated this one.',
    ),
  canUndo: z.boolean().describe('`moderationUndo` can undo it, subject to the caller’s permissions.'),
  undoBlock: z
    .enum(['kind', 'newer', 'over'])
    .nullable()
    .describe(
      'Why it can’t be undone: decisions of this `kind` never can, a `newer` one exists about the same subject, or the ban would be `over` by now. Null: it can be, or already was.',
    ),
  bansAgain: z
    .object({
      kind: banKind,
      until: z.int().nonnegative().describe('When it ends; 0: never.'),
      reason: z.string().describe('Empty: no reason given.'),
      contentHidden: z.boolean().describe('It hides all content of the person in the community.'),
    })
    .nullable()
    .describe('The ban that undoing this would reinstate, for a person who isn’t banned now. Null: none.'),
})

/** A public decision about content: without names, and without hidden text. */
export const publicDecision = z.object({
  id,
  at: time,
  action: activityAction,
  by: z.enum(['community', 'domain']).describe('The role that decided.'),
  post: namedPost.nullable().describe('The post, or the post of the comment; null where it isn’t public.'),
  commentId: id.nullable().describe('The comment; null where it isn’t public.'),
  reason: z
    .enum(['', 'spam', 'hateful', 'nudity', 'other'])
    .describe('The reason. `other`: a text that only those concerned can read; empty: no reason given.'),
  undone: z.boolean().describe('This decision was undone.'),
})

/** A time in the query of a request. */
const sentTime = z.coerce.number().pipe(time).optional()

/** Longer than any username. */
const USERNAME_FILTER_MAX_LENGTH = 200

/** Cached lists of a community that can be refreshed. */
const CACHE_KEY = /^(whitelistedUsers_[A-Za-z]{1,40}|partnerPosts_[A-Za-z]{1,40}_\*)$/

/** A person currently banned from a community. */
export const bannedPerson = z.object({
  userId: id,
  username: z.string(),
  displayName: z.string(),
  slugUrl: z.string(),
  imageUrl: z.string(),
  isMember: z.boolean().describe('Former members can be banned, too.'),
  at: time,
  until: z.int().nonnegative().describe('When it ends; 0: never.'),
  kind: banKind,
  reason: z.string().describe('Empty: no reason given.'),
})

/** The comment by its author from which a decision follows. */
const writtenBy = id
  .optional()
  .describe('a comment by this person; required on a partner’s site, where it must be under one of its articles')

/** The reason for a ban. Optional, may be empty. */
const banReason = string(BAN_REASON_MAX_LENGTH * 8, `Must have at most ${BAN_REASON_MAX_LENGTH} characters.`)
  .transform((value) => (isBlankText(value) ? '' : normalizeText(value)))
  .refine(
    (value) => textLength(value) <= BAN_REASON_MAX_LENGTH,
    `Must have at most ${BAN_REASON_MAX_LENGTH} characters.`,
  )
  .optional()

export const moderationCalls = {
  userPermissions: {
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      editedUserId: id.describe('the person whose permissions change'),
      permissions: z
        .union([z.partialRecord(permission, z.boolean()), z.array(permission).max(PERMISSIONS.length)])
        .describe('true grants, false revokes, permissions not named stay; a list: exactly these'),
    }),
    output: z.object({ standing }),
  },
  userBan: {
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      banUserId: id.describe('the person to ban'),
      ban: z.boolean().describe('false lifts the ban'),
      timeframe: z
        .union([z.literal(0), z.literal(1), z.literal(3), z.literal(7)])
        .optional()
        .describe('days; 0, the default: permanent'),
      timeoutHours: z
        .union([z.literal(1), z.literal(24), z.literal(72), z.literal(168)])
        .optional()
        .describe('hours of a time-out instead of a ban'),
      hideContent: z
        .boolean()
        .optional()
        .describe(
          'whether this person’s content here is hidden; omitted: a ban doesn’t hide it, and lifting one restores it',
        ),
      reason: banReason,
      commentId: writtenBy,
    }),
    output: z.object({
      standing,
      activityId: id
        .nullable()
        .describe('The ban or time-out in the moderation log, for undoing it. Null: one was lifted.'),
    }),
  },
  userWarn: {
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      warnedUserId: id.describe('the person to warn'),
      reason: text(BAN_REASON_MAX_LENGTH).describe('the reason, which the person reads'),
      commentId: writtenBy,
    }),
    output: z.object({ activityId: id.describe('The warning in the moderation log, for withdrawing it.') }),
  },
  userGetUserEmails: {
    input: z.strictObject({ tokenName, moderatorUserId: actorId, userIds: z.array(id).min(1).max(PAGE_SIZE_MAX) }),
    output: z.object({
      emails: z.array(z.object({ userId: id.describe('of a merged account, its main account'), email: z.string() })),
    }),
  },
  cacheDelete: {
    input: z.object({
      key: formed(100, CACHE_KEY, 'This key is not known.').describe(
        'whitelistedUsers_{tokenName} or partnerPosts_{tokenName}_*',
      ),
    }),
    output: z.object({}),
  },
  communityStanding: {
    input: z.object({ tokenName, memberId: id, commentId: writtenBy }),
    output: z.object({ standing }),
  },
  communityBans: {
    input: z.object({
      tokenName,
      memberIds: string(5000).optional().describe('ids, separated by commas: only these people'),
      limit,
      cursor,
    }),
    output: page(bannedPerson),
  },
  communityActivity: {
    input: z.object({
      tokenName,
      actorId: id.optional().describe('only decisions by this person'),
      personId: id.optional().describe('only decisions about this person'),
      username: string(USERNAME_FILTER_MAX_LENGTH)
        .optional()
        .describe('only decisions by or about the person with this username'),
      group: z.enum(ACTIVITY_GROUPS).optional().describe('only decisions of this group'),
      action: activityAction.optional().describe('only decisions of this kind'),
      subjectId: id.optional().describe('only decisions about this post or comment'),
      since: sentTime.describe('only decisions from this time on, in ms'),
      until: sentTime.describe('only decisions before this time, in ms'),
      limit,
      cursor,
    }),
    output: page(activity),
  },
  communityDecisions: {
    input: z.object({ tokenName, limit, cursor }),
    output: page(publicDecision),
  },
}
