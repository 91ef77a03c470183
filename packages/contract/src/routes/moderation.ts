import type { Route } from './route.ts'

/** HTTP routes for decisions about an author where the moderator reads, also on a partner’s page. */
export const authorModerationRoutes = {
  userBan: {
    method: 'POST',
    path: '/user/ban',
    access: 'user',
    site: true,
  },
  userWarn: {
    method: 'POST',
    path: '/user/warn',
    access: 'user',
    site: true,
  },
  communityStanding: {
    method: 'GET',
    path: '/communities/{tokenName}/members/{memberId}',
    access: 'user',
    site: true,
  },
} as const satisfies Record<string, Route>

/** HTTP routes of decisions about other people. */
export const moderationRoutes = {
  ...authorModerationRoutes,
  userPermissions: {
    method: 'POST',
    path: '/user/permissions',
    access: 'user',
  },
  userGetUserEmails: {
    method: 'POST',
    path: '/user/getUserEmails',
    access: 'user',
    rate: 'read',
  },
  cacheDelete: {
    method: 'DELETE',
    path: '/cache',
    access: 'user',
  },
  communityBans: {
    method: 'GET',
    path: '/communities/{tokenName}/bans',
    access: 'user',
  },
  communityActivity: {
    method: 'GET',
    path: '/communities/{tokenName}/activity',
    access: 'user',
  },
  communityDecisions: {
    method: 'GET',
    path: '/communities/{tokenName}/decisions',
    access: 'public',
  },
} as const satisfies Record<string, Route>
