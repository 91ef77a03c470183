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
    cookie: true,
  },
  authSignOut: {
    method: 'POST',
    path: '/auth/signOut',
    access: 'public',
    cookie: true,
  },
  authEmbedAuthorize: {
    method: 'POST',
    path: '/auth/embed/authorize',
    access: 'user',
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
    cookie: true,
  },
  appCheckChallenge: {
    method: 'POST',
    path: '/app-check/challenge',
    access: 'public',
  },
  appCheckToken: {
    method: 'POST',
    path: '/app-check/token',
    access: 'public',
  },
} as const satisfies Record<string, Route>
