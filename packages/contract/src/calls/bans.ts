import * as z from 'zod'
import { BAN_REASON_MAX_LENGTH, BAN_TIMEFRAMES, TIMEOUT_HOURS } from '../limits.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { actorId, id, string, text, time, tokenName } from '../schemas/scalars.ts'
import { isBlankText, normalizeText, textLength } from '../text.ts'
import type { Call } from './call.ts'
import { permission } from './users.ts'

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
const relatedCommentId = id
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

/** Calls about bans, time-outs and warnings. */
export const banCalls = {
  communityStanding: {
    method: 'GET',
    path: '/communities/{tokenName}/members/{memberId}',
    access: 'user',
    site: true,
    widget: 'moderators',
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'COMMENT_NOT_FOUND', 'FORBIDDEN'],
    summary: 'A user’s role, permissions and ban in a community. For those who manage it.',
    input: z.object({ tokenName, memberId: id, commentId: relatedCommentId }),
    output: z.object({ standing }),
  },
  userBan: {
    method: 'POST',
    path: '/user/ban',
    access: 'user',
    site: true,
    widget: 'moderators',
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'COMMENT_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'BAN_IN_FORCE'],
    summary:
      'Ban a person from a community, give them a time-out, or lift either. A ban can hide their content, and lifting it restores that.',
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      banUserId: id.describe('the person to ban'),
      ban: z.boolean().describe('false lifts the ban'),
      timeframe: z.literal(BAN_TIMEFRAMES).optional().describe('days; 0, the default: permanent'),
      timeoutHours: z.literal(TIMEOUT_HOURS).optional().describe('hours of a time-out instead of a ban'),
      hideContent: z
        .boolean()
        .optional()
        .describe(
          'whether this person’s content here is hidden; omitted: a ban doesn’t hide it, and lifting one restores it',
        ),
      reason: banReason,
      commentId: relatedCommentId,
    }),
    output: z.object({
      standing,
      activityId: id
        .nullable()
        .describe('The ban or time-out in the moderation log, for undoing it. Null: one was lifted.'),
    }),
  },
  userWarn: {
    method: 'POST',
    path: '/user/warn',
    access: 'user',
    site: true,
    widget: 'moderators',
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'COMMENT_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'NOT_A_MEMBER'],
    summary: 'Warn a member of a community, who is notified of the reason. `moderationUndo` withdraws the warning.',
    input: z.strictObject({
      tokenName,
      moderatorUserId: actorId,
      warnedUserId: id.describe('the person to warn'),
      reason: text(BAN_REASON_MAX_LENGTH).describe('the reason, which the person reads'),
      commentId: relatedCommentId,
    }),
    output: z.object({ activityId: id.describe('The warning in the moderation log, for withdrawing it.') }),
  },
  communityBans: {
    method: 'GET',
    path: '/communities/{tokenName}/bans',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'People currently banned from a community, members or not, newest ban first. For those who manage it.',
    input: z.object({
      tokenName,
      memberIds: string(5000).optional().describe('ids, separated by commas: only these people'),
      limit,
      cursor,
    }),
    output: page(bannedPerson),
  },
} as const satisfies Record<string, Call>
