import * as z from 'zod'
import { BAN_REASON_MAX_LENGTH, PAGE_SIZE_MAX } from '../limits.ts'
import { PERMISSIONS } from '../permissions.ts'
import { isBlankText, normalizeText, textLength } from '../text.ts'
import { permission } from './accounts.ts'
import { actorId, cursor, formed, id, limit, page, string, time, tokenName } from './common.ts'

/** How somebody stands in a community, for those who manage it. */
export const standing = z.object({
  userId: id,
  tokenName,
  isMember: z.boolean(),
  isOwner: z.boolean(),
  isModerator: z.boolean(),
  isPartner: z.boolean(),
  /** Given ones, also while a ban makes them rest. */
  permissions: z.array(permission),
  /** Null where no ban is in force. `until` in ms; 0: for ever. */
  ban: z.object({ until: z.int().nonnegative(), reason: z.string(), at: time }).nullable(),
  /** What this person wrote here was hidden with a ban. */
  contentHidden: z.boolean(),
})

/** What can be done by those who decide about others. */
export const activityAction = z.enum([
  'banned',
  'unbanned',
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
  'postPublished',
  'postRescheduled',
  'postUnscheduled',
]) // prettier-ignore

/** Somebody whom the log names. */
const named = z.object({ userId: id, displayName: z.string(), slugUrl: z.string() })

/** One decision: who made it about whom or what, when and why. */
export const activity = z.object({
  id,
  at: time,
  action: activityAction,
  /** Null: the operator, or the end of a ban. */
  actor: named.nullable(),
  /** Whom it is about: for content its author; null without an account. */
  person: named.nullable(),
  /** The post that was decided about, or that the comment stands under. */
  postId: id.nullable(),
  commentId: id.nullable(),
  /** Empty where none was given. */
  reason: z.string(),
  /** When a ban ends; 0: never. */
  until: z.int().nonnegative().nullable(),
  given: z.array(permission),
  taken: z.array(permission),
})

/** What may be read anew: a list of one community. */
const CACHE_KEY = /^(whitelistedUsers_[A-Za-z]{1,40}|partnerPosts_[A-Za-z]{1,40}_\*)$/

/** Somebody who is banned from a community now. */
export const bannedPerson = z.object({
  userId: id,
  username: z.string(),
  displayName: z.string(),
  slugUrl: z.string(),
  imageUrl: z.string(),
  /** Whoever has left is banned all the same. */
  isMember: z.boolean(),
  at: time,
  /** When it ends; 0: never. */
  until: z.int().nonnegative(),
  /** Empty where none was given. */
  reason: z.string(),
})

/** Why somebody is banned; may be left out or empty. */
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
      editedUserId: id.describe('whose permissions change'),
      permissions: z
        .union([z.partialRecord(permission, z.boolean()), z.array(permission).max(PERMISSIONS.length)])
        .describe('true gives, false takes, what is not named stays; a list: exactly these'),
    }),
    output: z.object({ standing }),
  },
  userBan: {
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      banUserId: id.describe('who is banned'),
      ban: z.boolean().describe('false lifts the ban'),
      timeframe: z
        .union([z.literal(0), z.literal(1), z.literal(3), z.literal(7)])
        .optional()
        .describe('days; 0, the default: always'),
      hideContent: z
        .boolean()
        .optional()
        .describe('whether what this person wrote here is hidden; left out: a ban leaves it, lifting one restores it'),
      reason: banReason,
    }),
    output: z.object({ standing }),
  },
  userGetUserEmails: {
    input: z.strictObject({ tokenName, moderatorUserId: actorId, userIds: z.array(id).min(1).max(PAGE_SIZE_MAX) }),
    output: z.object({
      emails: z.array(z.object({ userId: id.describe('of a merged account its main one'), email: z.string() })),
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
    input: z.object({ tokenName, memberId: id }),
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
    input: z.object({ tokenName, limit, cursor }),
    output: page(activity),
  },
}
