import { sessionRoutes } from '../routes/sessions.ts'
import type { Call } from './call.ts'

/** Calls about sessions and app checks. */
export const sessionCalls = {
  authSignUp: {
    ...sessionRoutes.authSignUp,
    way: 'password',
    errors: ['USERNAME_EXISTS', 'USERNAME_RESERVED', 'BUSY'],
    summary: 'Create an account with username, e-mail and password, and sign in.',
  },
  authSignIn: {
    ...sessionRoutes.authSignIn,
    way: 'password',
    errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'SIGN_IN_LOCKED', 'BUSY'],
    summary: 'Sign in with username or e-mail and password.',
  },
  authRefresh: {
    ...sessionRoutes.authRefresh,
    errors: ['REFRESH_INVALID'],
    summary: 'Exchange the refresh cookie for a new access token.',
  },
  authSignOut: {
    ...sessionRoutes.authSignOut,
    errors: [],
    summary: 'End the session of the refresh cookie.',
  },
  authEmbedAuthorize: {
    ...sessionRoutes.authEmbedAuthorize,
    secret: true,
    errors: [],
    summary: 'Create a one-time code with which a widget on a registered origin signs this user in.',
  },
  authEmbedToken: {
    ...sessionRoutes.authEmbedToken,
    secret: true,
    errors: ['CODE_INVALID'],
    summary: 'Redeem a one-time code for an access token bound to the site.',
  },
  authEmbedRefresh: {
    ...sessionRoutes.authEmbedRefresh,
    errors: ['CODE_INVALID', 'REFRESH_INVALID', 'ORIGIN_NOT_REGISTERED'],
    summary: 'For the frame on the forum origin: store, renew or end the partitioned session of one site.',
  },
  appCheckChallenge: {
    ...sessionRoutes.appCheckChallenge,
    errors: [],
    summary: 'Create a proof-of-work challenge.',
  },
  appCheckToken: {
    ...sessionRoutes.appCheckToken,
    secret: true,
    errors: ['APP_CHECK_REQUIRED'],
    summary: 'Exchange a solved challenge for a short-lived token bound to the calling origin.',
  },
} as const satisfies Record<keyof typeof sessionRoutes, Call>
