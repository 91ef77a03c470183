import type { Route } from './route.ts'

/** HTTP routes of calls about sessions and app checks. */
export const sessionRoutes = {
  authSignUp: {
    method: 'POST',
    path: '/auth/signUp',
    access: 'public',
    rate: 'signUp',
    cookie: true,
  },
  authSignIn: {
    method: 'POST',
    path: '/auth/signIn',
    access: 'public',
    rate: 'signIn',
    cookie: true,
  },
  authRefresh: {
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
    rate: 'write',
    cookie: true,
  },
  authSignOut: {
    method: 'POST',
    path: '/auth/signOut',
    access: 'public',
    rate: 'write',
    cookie: true,
  },
  authEmbedAuthorize: {
    method: 'POST',
    path: '/auth/embed/authorize',
    access: 'user',
    rate: 'write',
  },
  authEmbedToken: {
    method: 'POST',
    path: '/auth/embed/token',
    access: 'public',
    rate: 'signIn',
  },
  authEmbedRefresh: {
    method: 'POST',
    path: '/auth/embed/refresh',
    access: 'public',
    rate: 'write',
    cookie: true,
  },
  appCheckChallenge: {
    method: 'POST',
    path: '/app-check/challenge',
    access: 'public',
    rate: 'write',
  },
  appCheckToken: {
    method: 'POST',
    path: '/app-check/token',
    access: 'public',
    rate: 'write',
  },
} as const satisfies Record<string, Route>
