import type { Route } from './route.ts'

/** HTTP routes of follows and notifications. */
export const notificationRoutes = {
  userFollow: {
    method: 'POST',
    path: '/user/follow',
    access: 'user',
    rate: 'write',
  },
  userFollowGet: {
    method: 'GET',
    path: '/user/follow',
    access: 'user',
    rate: 'read',
  },
  notificationList: {
    method: 'GET',
    path: '/notifications',
    access: 'user',
    rate: 'read',
  },
  notificationViewed: {
    method: 'POST',
    path: '/notification/viewed',
    access: 'user',
    rate: 'write',
  },
  notificationRead: {
    method: 'POST',
    path: '/notification/read',
    access: 'user',
    rate: 'write',
  },
  notificationDelete: {
    method: 'POST',
    path: '/notification/delete',
    access: 'user',
    rate: 'write',
  },
} as const satisfies Record<string, Route>
