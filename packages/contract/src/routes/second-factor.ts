import type { Route } from './route.ts'

/** How the calls by which people keep their account safe go over HTTP. */
export const secondFactorRoutes = {
  accountSecurity: {
    method: 'GET',
    path: '/account',
    access: 'user',
    rate: 'read',
  },
  sessionList: {
    method: 'GET',
    path: '/auth/sessions',
    access: 'user',
    rate: 'read',
  },
  sessionEnd: {
    method: 'POST',
    path: '/auth/sessions/end',
    access: 'user',
    rate: 'write',
  },
  authReauthenticate: {
    method: 'POST',
    path: '/auth/reauthenticate',
    access: 'user',
    rate: 'signIn',
    cookie: true,
  },
  authReauthenticateOptions: {
    method: 'POST',
    path: '/auth/reauthenticate/options',
    access: 'user',
    rate: 'read',
  },
} as const satisfies Record<string, Route>
