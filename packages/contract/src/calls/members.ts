import * as z from 'zod'
import { MEMBER_QUERY_MAX_LENGTH } from '../community-limits.ts'
import { NOTE_MAX_LENGTH, PAGE_SIZE_MAX } from '../limits.ts'
import { PERMISSIONS } from '../permissions.ts'
import { LEADERBOARD_PERIODS } from '../reputation.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { communityRole, namedPerson } from '../schemas/references.ts'
import { actorId, id, string, text, time, tokenName } from '../schemas/scalars.ts'
import { standing } from './bans.ts'
import type { Call } from './call.ts'
import { activityAction } from './moderation-log.ts'
import { permission } from './users.ts'

export const member = z.object({
  userId: id,
  username: z.string(),
  displayName: z.string(),
  slugUrl: z.string(),
  imageUrl: z.string(),
  joinedAt: time,
  isPartner: z.boolean(),
  role: communityRole.optional().describe('Omitted for most.'),
  reputation: z.int().optional().describe('Points of reputation in the community. Omitted: none.'),
  roleSince: time.optional().describe('When the person got this role. Omitted: unknown.'),
})

/** A rank on a leaderboard. */
export const leaderboardEntry = z.object({
  rank: z.int().positive().describe('From 1 for the most points. People with equal points share a rank.'),
  userId: id,
  username: z.string(),
  displayName: z.string(),
  slugUrl: z.string(),
  imageUrl: z.string(),
  role: communityRole.optional().describe('The person’s role in the community; omitted for most.'),
  points: z.int().positive().describe('Points of reputation in the period.'),
})

/** A decision about a person on the member card. */
const memberDecision = z.object({
  activityId: id.describe('The decision in the moderation log.'),
  action: activityAction.describe('The kind of decision.'),
  at: time.describe('Time of the decision.'),
  by: namedPerson.nullable().describe('Who decided. Null: the operator.'),
  reason: z.string().describe('The reason; may be empty.'),
  until: z.int().nonnegative().nullable().describe('When it ends, in ms; 0: never. Null: doesn’t apply.'),
  undone: z.boolean().describe('It was undone.'),
})

/** A moderator's note about a member for other moderators. */
export const memberNote = z.object({
  id: id.describe('Id of the note.'),
  text: z.string().describe('Text of the note.'),
  at: time.describe('Time of the note.'),
  by: namedPerson.nullable().describe('The author. Null: the account no longer exists.'),
  isOwn: z.boolean().describe('The caller wrote it and may delete it.'),
})

/** A person's member card. */
export const memberCard = z.object({
  person: namedPerson
    .extend({ username: z.string(), createdAt: time.describe('When the account was created.') })
    .describe('The person.'),
  joinedAt: time.nullable().describe('When the person joined the community. Null: not a member.'),
  role: communityRole.nullable().describe('The person’s role here. Null: none.'),
  ban: standing.shape.ban.describe('The active ban or time-out. Null: none.'),
  counts: z
    .object({
      removals: z.int().nonnegative().describe('How many items by this person were removed here.'),
      warnings: z.int().nonnegative().describe('Warnings that were not withdrawn.'),
      timeouts: z.int().nonnegative().describe('Time-outs that were not undone.'),
      bans: z.int().nonnegative().describe('Bans that were not undone, past and active.'),
      reportsAbout: z.int().nonnegative().describe('How often this person or their content was reported here.'),
      reportsUpheld: z.int().nonnegative().describe('How many of these were removed.'),
      reportsBy: z.int().nonnegative().describe('Reports by this person here.'),
      reportsDismissed: z.int().nonnegative().describe('How many of these were dismissed.'),
    })
    .describe('Numbers of decisions and reports in this community.'),
  signals: z
    .array(z.enum(['device', 'network']))
    .describe('What the person shared in the last 90 days with an account that is banned here.'),
  history: z.array(memberDecision).describe('The latest decisions about the person, newest first, at most 20.'),
  notes: z.array(memberNote).describe('Newest first.'),
})

/** Calls about the members of a community. */
export const memberCalls = {
  communityMembers: {
    method: 'GET',
    path: '/communities/{tokenName}/members',
    access: 'public',
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID'],
    summary: 'Members of a community, newest first: all, or those matching a search.',
    input: z.object({
      tokenName,
      type: z
        .enum(['all', 'partner', 'staff'])
        .optional()
        .describe(
          'default all, newest first; partners: all in up to 100 per page, each page in random order; staff: owners, then moderators, one page',
        ),
      query: string(MEMBER_QUERY_MAX_LENGTH)
        .optional()
        .describe('Words of a username or display name, of which the last may be unfinished; not for staff.'),
      userId: id.optional().describe('Only this person, if they are a member; not with a query or type.'),
      limit,
      cursor,
    }),
    output: page(member),
  },
  communityLeaderboard: {
    method: 'GET',
    path: '/communities/{tokenName}/leaderboard',
    access: 'optional',
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'The members with the most reputation of the current day, week or month, or of all time.',
    input: z.object({
      tokenName,
      period: z
        .enum(LEADERBOARD_PERIODS)
        .optional()
        .describe('Default month. Periods are the current day, week and month in UTC; weeks begin on Monday.'),
    }),
    output: z.object({
      items: z.array(leaderboardEntry).describe('The first 50, most points first.'),
      own: leaderboardEntry.nullable().describe('The viewer’s rank, even beyond the first 50; null without points.'),
    }),
  },
  userPermissions: {
    method: 'POST',
    path: '/user/permissions',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'NOT_A_MEMBER'],
    summary: 'Grant or revoke a person’s permissions in a community. Needs approveAdmin and the permissions granted.',
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
  userGetUserEmails: {
    method: 'POST',
    path: '/user/getUserEmails',
    access: 'user',
    rate: 'read',
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary:
      'Confirmed email addresses of members who were told of this when they joined; for admins, of all. Needs viewUserEmail, and is logged.',
    input: z.strictObject({ tokenName, moderatorUserId: actorId, userIds: z.array(id).min(1).max(PAGE_SIZE_MAX) }),
    output: z.object({
      emails: z.array(z.object({ userId: id.describe('of a merged account, its main account'), email: z.string() })),
    }),
  },
  memberCard: {
    method: 'GET',
    path: '/communities/{tokenName}/members/{memberId}/card',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'What moderators of a community know about a person: decisions, reports, private notes and signals.',
    input: z.object({ tokenName, memberId: id.describe('the person') }),
    output: z.object({ card: memberCard.describe('The card.') }),
  },
  memberNote: {
    method: 'POST',
    path: '/moderation/note',
    access: 'user',
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'NOTE_NOT_FOUND', 'NOTE_LIMIT', 'FORBIDDEN', 'BANNED'],
    summary: 'Add a private note about a person for the moderators of a community, or delete one’s own.',
    input: z
      .strictObject({
        tokenName,
        moderatorUserId: actorId,
        memberId: id.describe('the person the note is about'),
        text: text(NOTE_MAX_LENGTH).optional().describe('adds a note with this text'),
        noteId: id.optional().describe('deletes this note by the caller; omit the text then'),
      })
      .refine(({ text, noteId }) => (text === undefined) !== (noteId === undefined), 'Send a text or a note’s id.'),
    output: z.object({ notes: z.array(memberNote).describe('All notes about the person, newest first.') }),
  },
} as const satisfies Record<string, Call>
