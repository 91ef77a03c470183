import { moderationRoutes } from '../routes/moderation.ts'
import type { Call } from './call.ts'

/** Calls for deciding about other people. */
export const moderationCalls = {
  userPermissions: {
    ...moderationRoutes.userPermissions,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'NOT_A_MEMBER'],
    summary: 'Give somebody permissions in a community, or take them away. Needs approveAdmin and what is given.',
  },
  userBan: {
    ...moderationRoutes.userBan,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'COMMENT_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'BAN_IN_FORCE'],
    summary:
      'Ban somebody from a community or give them a time-out, or lift it; their content goes and comes back with a ban.',
  },
  userWarn: {
    ...moderationRoutes.userWarn,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'COMMENT_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'NOT_A_MEMBER'],
    summary: 'Warn a member of a community; they are notified of the reason. `moderationUndo` withdraws it.',
  },
  userGetUserEmails: {
    ...moderationRoutes.userGetUserEmails,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'Confirmed e-mail addresses of members of a community. Needs viewUserEmail, and is logged.',
  },
  cacheDelete: {
    ...moderationRoutes.cacheDelete,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN'],
    summary: 'Have a community’s lists of partners and of what they publish read anew. For those who manage it.',
  },
  communityStanding: {
    ...moderationRoutes.communityStanding,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'COMMENT_NOT_FOUND', 'FORBIDDEN'],
    summary: 'A user’s role, permissions and ban in a community. For those who manage it.',
  },
  communityBans: {
    ...moderationRoutes.communityBans,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'Who is banned from a community now, members or not, the newest ban first. For those who manage it.',
  },
  communityActivity: {
    ...moderationRoutes.communityActivity,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'What was decided about people and content of a community, newest first. For those who manage it.',
  },
  communityDecisions: {
    ...moderationRoutes.communityDecisions,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID'],
    summary: 'What moderators decided about content of a community and why, newest first, without names and content.',
  },
} as const satisfies Record<keyof typeof moderationRoutes, Call>
