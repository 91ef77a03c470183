import type { Route } from './route.ts'

/** HTTP routes for reporting and for hiding content for oneself, also from a partner's page. */
export const reportingRoutes = {
  reportCreate: {
    method: 'POST',
    path: '/report/create',
    access: 'user',
    quota: 'report',
    site: true,
  },
  contentHideForMe: {
    method: 'POST',
    path: '/content/hide-for-me',
    access: 'user',
    site: true,
  },
} as const satisfies Record<string, Route>

/** HTTP routes for moderators' reports and for content that members have hidden for themselves. */
export const reportRoutes = {
  hiddenForMeList: {
    method: 'GET',
    path: '/content/hidden-for-me',
    access: 'user',
  },
  reportGet: {
    method: 'POST',
    path: '/report/get',
    access: 'user',
    rate: 'read',
  },
  reportUpdate: {
    method: 'POST',
    path: '/report/update',
    access: 'user',
  },
} as const satisfies Record<string, Route>
