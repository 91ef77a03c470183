import type { Route } from './route.ts'

/** HTTP routes of follows and notifications. */
export const notificationRoutes = {
  userFollow: {
    method: 'POST',
    path: '/user/follow',
    access: 'user',
  },
  userFollowGet: {
    method: 'GET',
    path: '/user/follow',
    access: 'user',
  },
  notificationList: {
    method: 'GET',
    path: '/notifications',
    access: 'user',
  },
  notificationViewed: {
    method: 'POST',
    path: '/notification/viewed',
    access: 'user',
  },
  notificationRead: {
    method: 'POST',
    path: '/notification/read',
    access: 'user',
  },
  notificationDelete: {
    method: 'POST',
    path: '/notification/delete',
    access: 'user',
  },
} as const satisfies Record<string, Route>
