import * as z from 'zod'
import { ACTIVITY_GROUPS, NOTIFICATION_ACTIONS } from '../activity-actions.ts'
import { APPEAL_MAX_LENGTH, QUEUE_BATCH_MAX } from '../limits.ts'
import { DECIDERS } from '../policy/viewer.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { communityRole, namedPost } from '../schemas/references.ts'
import { actorId, communitySlug, id, personId, string, text, time, tokenName } from '../schemas/scalars.ts'
import { banKind } from './bans.ts'
import type { Call } from './call.ts'
import { permission } from './users.ts'

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
  'fileRemoved',
  'fileRestored',
  'postPublished',
  'postRescheduled',
  'postUnscheduled',
  'transcriptFailed',
  'publicationFailed',
  'publicationHeld',
  ...(['cashOutRequested', 'cashOutCancelled', 'cashOutClaimed', 'cashOutApproved'] as const),
  ...(['cashOutPaid', 'cashOutRefused', 'paymentHeld', 'paymentCancelled'] as const),
  ...(['paymentClaimed', 'paymentApproved', 'paymentPaid', 'paymentRefused'] as const),
  'postPromoted',
  'promotionReversed',
  'communityCreated',
  'communityEdited',
  'checksEdited',
  'allChecksEdited',
  'ownershipOffered',
  'ownershipTransferred',
  'ownershipStayed',
  'reportKept',
  'reportReopened',
  'messagesHandedOver',
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
    'banner',
    'accent',
    'approvePosts',
    'requireTranscripts',
    'showRules',
    'postTypes',
    'anonymousComments',
    'slowMode',
    'amount',
    'minimumCashOut',
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
    'postExcerpt',
    'postAddress',
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
  by: z.enum(DECIDERS).describe('The role that decided.'),
  post: namedPost.nullable().describe('The post, or the post of the comment; null where it isn’t public.'),
  commentId: id.nullable().describe('The comment; null where it isn’t public.'),
  reason: z
    .enum(['', 'spam', 'hateful', 'nudity', 'other'])
    .describe('The reason. `other`: a text that only those concerned can read; empty: no reason given.'),
  undone: z.boolean().describe('This decision was undone.'),
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
  by: z.enum(DECIDERS).describe('The role that decided.'),
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

/** A time in the query of a request. */
const sentTime = z.coerce.number().pipe(time).optional()

/** Longer than any username. */
const USERNAME_FILTER_MAX_LENGTH = 200

/** Calls about moderators’ decisions, and against them. */
export const moderationLogCalls = {
  communityActivity: {
    method: 'GET',
    path: '/communities/{tokenName}/activity',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'Decisions about people and content of a community, newest first. For those who manage it.',
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
  modActivityList: {
    method: 'GET',
    path: '/modActivity',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'As `communityActivity`, with fewer filters.',
    input: z.object({
      tokenName,
      userId: personId.optional().describe('only decisions about this person'),
      postId: id.optional().describe('only decisions about this post'),
      status: z.enum(['standing', 'undone']).optional().describe('only decisions that stand, or that were undone'),
      limit,
      cursor,
    }),
    output: page(activity),
  },
  communityDecisions: {
    method: 'GET',
    path: '/communities/{tokenName}/decisions',
    access: 'public',
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID'],
    summary:
      'Moderators’ decisions about content of a community with their reasons, newest first, without names and content.',
    input: z.object({ tokenName, limit, cursor }),
    output: page(publicDecision),
  },
  decisionList: {
    method: 'GET',
    path: '/decisions',
    access: 'user',
    errors: ['CURSOR_INVALID'],
    summary: 'Decisions by moderators about the caller and the caller’s content, newest first, with appeals.',
    input: z.object({ limit, cursor }),
    output: page(ownDecision),
  },
  appealCreate: {
    method: 'POST',
    path: '/moderation/appeal',
    access: 'user',
    errors: ['ACTIVITY_NOT_FOUND', 'APPEAL_REFUSED'],
    summary: 'Appeal a decision about the caller, once. Where possible, another moderator judges the appeal.',
    input: z.strictObject({
      userId: actorId,
      activityId: id.describe('the decision, as returned by `decisionList`'),
      text: text(APPEAL_MAX_LENGTH).describe('the caller’s statement against it'),
    }),
    output: z.object({ appeal: appeal.describe('The new appeal.') }),
  },
  moderationUndo: {
    method: 'POST',
    path: '/moderation/undo',
    access: 'user',
    site: true,
    widget: 'moderators',
    errors: [
      'COMMUNITY_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'ACTIVITY_NOT_FOUND',
      'APPEAL_OWN_DECISION',
      'REPORT_OWN_CONTENT',
      'UNDO_REFUSED',
      'HIDDEN_BY_DOMAIN_ADMIN',
      'USER_NOT_FOUND',
      'NOT_A_MEMBER',
      'POST_NOT_PUBLISHED',
      'PIN_LIMIT',
    ],
    summary: 'Undo decisions of the moderation log, unless a newer one about the same subject exists.',
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
} as const satisfies Record<string, Call>
