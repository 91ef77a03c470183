import type { Route } from './route.ts'

/** HTTP routes of calls for deciding about other people. */
export const moderationRoutes = {
  userPermissions: {
    method: 'POST',
    path: '/user/permissions',
    access: 'user',
    rate: 'write',
  },
  userBan: {
    method: 'POST',
    path: '/user/ban',
    access: 'user',
    rate: 'write',
  },
  userWarn: {
    method: 'POST',
    path: '/user/warn',
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
  communityStanding: {
    method: 'GET',
    path: '/communities/{tokenName}/members/{memberId}',
    access: 'user',
    rate: 'read',
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
