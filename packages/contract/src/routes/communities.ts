import type { Route } from './route.ts'

/** HTTP routes of calls about communities and their members. */
export const communityRoutes = {
  communityList: {
    method: 'GET',
    path: '/communities',
    access: 'public',
    rate: 'read',
  },
  communityGet: {
    method: 'GET',
    path: '/communities/{tokenName}',
    access: 'public',
    rate: 'read',
    site: true,
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
  communityJoin: {
    method: 'POST',
    path: '/community/join',
    access: 'user',
    rate: 'write',
    site: true,
  },
  communityHide: {
    method: 'POST',
    path: '/community/hide',
    access: 'user',
    rate: 'write',
  },
} as const satisfies Record<string, Route>
