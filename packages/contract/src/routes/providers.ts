import type { Route } from './route.ts'

/** HTTP routes of calls about signing in with providers. */
export const providerRoutes = {
  authProviderStart: {
    method: 'GET',
    path: '/auth/provider/{id}/start',
    access: 'public',
    rate: 'signIn',
    ownPage: true,
    answers: 'redirect',
  },
  authProviderCallback: {
    method: 'GET',
    path: '/auth/provider/{id}/callback',
    access: 'public',
    // Any page may send a browser here. It has no effect unless the browser has started the sign-in, which is
    // rate-limited.
    answers: 'redirect',
  },
  authOneTapNonce: {
    method: 'POST',
    path: '/auth/oneTap/nonce',
    access: 'public',
    rate: 'read',
    cookie: true,
  },
  authOneTap: {
    method: 'POST',
    path: '/auth/oneTap',
    access: 'public',
    rate: 'signIn',
    cookie: true,
  },
  userCreateFirebaseUser: {
    method: 'POST',
    path: '/user/createFirebaseUser',
    access: 'public',
    rate: 'signIn',
    cookie: true,
  },
  authEmbedSso: {
    method: 'POST',
    path: '/auth/embed/sso',
    access: 'public',
    rate: 'signIn',
  },
  updateAuthProvider: {
    method: 'POST',
    path: '/updateAuthProvider',
    access: 'user',
  },
} as const satisfies Record<string, Route>
