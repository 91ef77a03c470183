import type { Route } from './route.ts'

/** How moderators decide about an author where they read, also on a partner’s page. */
export const authorModerationRoutes = {
  userBan: {
    method: 'POST',
    path: '/user/ban',
    access: 'user',
    rate: 'write',
    site: true,
  },
  userWarn: {
    method: 'POST',
    path: '/user/warn',
    access: 'user',
    rate: 'write',
    site: true,
  },
  communityStanding: {
    method: 'GET',
    path: '/communities/{tokenName}/members/{memberId}',
    access: 'user',
    rate: 'read',
    site: true,
  },
} as const satisfies Record<string, Route>

/** How the calls by which some people decide about others go over HTTP. */
export const moderationRoutes = {
  ...authorModerationRoutes,
  userPermissions: {
    method: 'POST',
    path: '/user/permissions',
    access: 'user',
    rate: 'write',
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
    rate: 'write',
  },
  communityBans: {
    method: 'GET',
    path: '/communities/{tokenName}/bans',
    access: 'user',
    rate: 'read',
  },
  communityActivity: {
    method: 'GET',
    path: '/communities/{tokenName}/activity',
    access: 'user',
    rate: 'read',
  },
  communityDecisions: {
    method: 'GET',
    path: '/communities/{tokenName}/decisions',
    access: 'public',
    rate: 'read',
  },
} as const satisfies Record<string, Route>
