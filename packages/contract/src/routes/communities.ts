import type { Route } from './route.ts'

/** How the calls of communities and who belongs to them go over HTTP. */
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
  },
  communityMembers: {
    method: 'GET',
    path: '/communities/{tokenName}/members',
    access: 'public',
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
} as const satisfies Record<string, Route>
