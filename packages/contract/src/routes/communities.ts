import type { Route } from './route.ts'

/** HTTP routes for reading and joining a community, also from a partner’s page. */
export const communityJoiningRoutes = {
  communityGet: {
    method: 'GET',
    path: '/communities/{tokenName}',
    access: 'public',
    site: true,
  },
  communityJoin: {
    method: 'POST',
    path: '/community/join',
    access: 'user',
    site: true,
  },
} as const satisfies Record<string, Route>

/** HTTP routes of calls about communities and their members. */
export const communityRoutes = {
  ...communityJoiningRoutes,
  communityList: {
    method: 'GET',
    path: '/communities',
    access: 'public',
  },
  communityMembers: {
    method: 'GET',
    path: '/communities/{tokenName}/members',
    access: 'public',
  },
  communityLeaderboard: {
    method: 'GET',
    path: '/communities/{tokenName}/leaderboard',
    access: 'optional',
  },
  communityCreate: {
    method: 'POST',
    path: '/community/create',
    access: 'user',
    quota: 'community',
  },
  communityEdit: {
    method: 'POST',
    path: '/community/edit',
    access: 'user',
  },
  communityTransfer: {
    method: 'POST',
    path: '/community/transfer',
    access: 'user',
  },
  communityTransferGet: {
    method: 'GET',
    path: '/communities/{tokenName}/transfer',
    access: 'user',
  },
  flairCreate: {
    method: 'POST',
    path: '/flair/create',
    access: 'user',
  },
  flairEdit: {
    method: 'POST',
    path: '/flair/edit',
    access: 'user',
  },
  flairDelete: {
    method: 'POST',
    path: '/flair/delete',
    access: 'user',
  },
  communityHide: {
    method: 'POST',
    path: '/community/hide',
    access: 'user',
  },
} as const satisfies Record<string, Route>
