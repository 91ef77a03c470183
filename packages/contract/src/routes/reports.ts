import type { Route } from './route.ts'

/** HTTP routes for reporting; also from a partner's page. */
export const reportingRoutes = {
  reportCreate: {
    method: 'POST',
    path: '/report/create',
    access: 'user',
    rate: 'write',
    quota: 'report',
    site: true,
  },
} as const satisfies Record<string, Route>

/** HTTP routes of calls for moderators about reports. */
export const reportRoutes = {
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
    rate: 'write',
  },
} as const satisfies Record<string, Route>
