import type { Route } from './route.ts'

/** How the calls of signing in by another service's word go over HTTP. */
export const providerRoutes = {
  authProviderStart: {
    method: 'GET',
    path: '/auth/provider/{id}/start',
    access: 'public',
    rate: 'signIn',
    answers: 'redirect',
  },
  authProviderCallback: {
    method: 'GET',
    path: '/auth/provider/{id}/callback',
    access: 'public',
    rate: 'signIn',
    answers: 'redirect',
  },
  updateAuthProvider: {
    method: 'POST',
    path: '/updateAuthProvider',
    access: 'user',
    rate: 'write',
  },
} as const satisfies Record<string, Route>
