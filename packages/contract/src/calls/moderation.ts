import { moderationRoutes } from '../routes/moderation.ts'
import type { Call } from './call.ts'

/** Calls for deciding about other people. */
export const moderationCalls = {
  userPermissions: {
    ...moderationRoutes.userPermissions,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'NOT_A_MEMBER'],
    summary: 'Grant or revoke a person’s permissions in a community. Needs approveAdmin and the permissions granted.',
  },
  userBan: {
    ...moderationRoutes.userBan,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'COMMENT_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'BAN_IN_FORCE'],
    summary:
      'Ban a person from a community, give them a time-out, or lift either. A ban can hide their content, and lifting it restores that.',
  },
  userWarn: {
    ...moderationRoutes.userWarn,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'COMMENT_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'NOT_A_MEMBER'],
    summary: 'Warn a member of a community, who is notified of the reason. `moderationUndo` withdraws the warning.',
  },
  userGetUserEmails: {
    ...moderationRoutes.userGetUserEmails,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'Confirmed e-mail addresses of members of a community. Needs viewUserEmail, and is logged.',
  },
  cacheDelete: {
    ...moderationRoutes.cacheDelete,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN'],
    summary: 'Reload a community’s lists of partners and of their posts. For those who manage it.',
  },
  communityStanding: {
    ...moderationRoutes.communityStanding,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'COMMENT_NOT_FOUND', 'FORBIDDEN'],
    summary: 'A user’s role, permissions and ban in a community. For those who manage it.',
  },
  communityBans: {
    ...moderationRoutes.communityBans,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'People currently banned from a community, members or not, newest ban first. For those who manage it.',
  },
  communityActivity: {
    ...moderationRoutes.communityActivity,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'Decisions about people and content of a community, newest first. For those who manage it.',
  },
  communityDecisions: {
    ...moderationRoutes.communityDecisions,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID'],
    summary:
      'Moderators’ decisions about content of a community with their reasons, newest first, without names and content.',
  },
} as const satisfies Record<keyof typeof moderationRoutes, Call>
