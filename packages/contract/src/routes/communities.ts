import type { Route } from './route.ts'

/** How a community is read and joined, also from a partner’s page. */
export const communityJoiningRoutes = {
  communityGet: {
    method: 'GET',
    path: '/communities/{tokenName}',
    access: 'public',
    rate: 'read',
    site: true,
  },
  communityJoin: {
    method: 'POST',
    path: '/community/join',
    access: 'user',
    rate: 'write',
    site: true,
  },
} as const satisfies Record<string, Route>

/** How the calls of communities and who belongs to them go over HTTP. */
export const communityRoutes = {
  ...communityJoiningRoutes,
  communityList: {
    method: 'GET',
    path: '/communities',
    access: 'public',
    rate: 'read',
  },
  communityMembers: {
    method: 'GET',
    path: '/communities/{tokenName}/members',
    access: 'public',
    rate: 'read',
  },
  communityLeaderboard: {
    method: 'GET',
    path: '/communities/{tokenName}/leaderboard',
    access: 'optional',
    rate: 'read',
  },
  communityCreate: {
    method: 'POST',
    path: '/community/create',
    access: 'user',
    rate: 'write',
    quota: 'community',
  },
  communityEdit: {
    method: 'POST',
    path: '/community/edit',
    access: 'user',
    rate: 'write',
  },
  communityTransfer: {
    method: 'POST',
    path: '/community/transfer',
    access: 'user',
    rate: 'write',
  },
  communityTransferGet: {
    method: 'GET',
    path: '/communities/{tokenName}/transfer',
    access: 'user',
    rate: 'read',
  },
  flairCreate: {
    method: 'POST',
    path: '/flair/create',
    access: 'user',
    rate: 'write',
  },
  flairEdit: {
    method: 'POST',
    path: '/flair/edit',
    access: 'user',
    rate: 'write',
  },
  flairDelete: {
    method: 'POST',
    path: '/flair/delete',
    access: 'user',
    rate: 'write',
  },
  communityHide: {
    method: 'POST',
    path: '/community/hide',
    access: 'user',
    rate: 'write',
  },
} as const satisfies Record<string, Route>
