import * as z from 'zod'
import { GUESSED_PASSWORD, isEasilyGuessed } from '../account-rules.ts'
import { EMAIL_CODE_LENGTH, EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../limits.ts'
import { isOwnPath } from '../rules.ts'
import { newPassword } from '../schemas/passwords.ts'
import { email, id, matching, string, time } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { username } from './users.ts'

export const signedIn = z.object({
  userId: id,
  accessToken: z.string(),
  expiresAt: time.describe('When the access token expires.'),
})

/**
 * Who referred a newcomer (username or id), and from where. All calls that may create an account accept it. It is used
 * only then.
 */
export const referral = {
  refBy: string(100).optional(),
  refFrom: string(300).optional(),
}

/** The part of a mailed link after the `#`. */
const token = string(100).min(1)

const origin = string(300).min(1)

const codeVerifier = string(128).regex(/^[A-Za-z0-9._~-]{43,128}$/)

/** Calls for signing up, in and out, on the forum and on partners’ sites. */
export const signInCalls = {
  authSignUp: {
    method: 'POST',
    path: '/auth/signUp',
    access: 'public',
    rate: 'signUp',
    cookie: true,
    signInMethod: 'password',
    errors: ['USERNAME_EXISTS', 'USERNAME_OF_COMMUNITY', 'USERNAME_RESERVED', 'BUSY'],
    summary: 'Create an account with username, email and password, and sign in.',
    input: z
      .strictObject({
        username,
        email,
        password: newPassword,
        ...referral,
      })
      .refine(({ username: name, password }) => isEasilyGuessed(password) || !isEasilyGuessed(password, name), {
        path: ['password'],
        message: GUESSED_PASSWORD,
      }),
    output: signedIn,
  },
  authSignIn: {
    method: 'POST',
    path: '/auth/signIn',
    access: 'public',
    rate: 'signIn',
    cookie: true,
    signInMethod: 'password',
    errors: ['INVALID_CREDENTIALS', 'EMAIL_UNCONFIRMED', 'SECOND_FACTOR_REQUIRED', 'SIGN_IN_LOCKED', 'BUSY'],
    summary: 'Sign in with username or email and password.',
    input: z.strictObject({
      login: string(EMAIL_MAX_LENGTH).trim().min(1),
      password: string(PASSWORD_MAX_LENGTH).min(1),
    }),
    output: signedIn,
  },
  authRefresh: {
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
    cookie: true,
    errors: ['REFRESH_INVALID'],
    summary: 'Exchange the refresh cookie for a new access token.',
    input: z.strictObject({}),
    output: signedIn,
  },
  authSignOut: {
    method: 'POST',
    path: '/auth/signOut',
    access: 'public',
    cookie: true,
    errors: [],
    summary: 'End the session of the refresh cookie.',
    input: z.strictObject({ everywhere: z.boolean().optional() }),
    output: z.object({}),
  },
  authEmailLinkRequest: {
    method: 'POST',
    path: '/auth/emailLink/request',
    access: 'public',
    rate: 'mail',
    cookie: true,
    signInMethod: 'emailLink',
    errors: [],
    summary: 'Mail a link and a code for signing in. The response doesn’t reveal whether the address has an account.',
    input: z.strictObject({
      email,
      next: string(2000)
        .refine(isOwnPath, 'Must be a path of the forum.')
        .optional()
        .describe('Path to open after sign-in.'),
      /** Stored with the link for an account that it may create, regardless of where it is opened. */
      ...referral,
    }),
    output: z.object({}),
  },
  authEmailLinkConfirm: {
    method: 'POST',
    path: '/auth/emailLink/confirm',
    access: 'public',
    rate: 'signIn',
    cookie: true,
    signInMethod: 'emailLink',
    errors: ['LINK_INVALID', 'SIGN_IN_LOCKED', 'SECOND_FACTOR_REQUIRED'],
    summary: 'Sign in with the token of a mailed link or with the code. An unknown address gets an account.',
    input: z
      .strictObject({
        token: token.optional(),
        email: email.optional(),
        code: matching(
          EMAIL_CODE_LENGTH,
          new RegExp(`^\\d{${EMAIL_CODE_LENGTH}}$`),
          `Use the ${EMAIL_CODE_LENGTH} digits of the mail.`,
        )
          .optional()
          .describe('As mailed to the address.'),
        ...referral,
      })
      .refine(
        (input) => (input.token === undefined) === (input.email !== undefined && input.code !== undefined),
        'Send the token of the link, or the address with its code.',
      ),
    output: signedIn,
  },
  authEmailConfirmRequest: {
    method: 'POST',
    path: '/auth/emailConfirm/request',
    access: 'public',
    rate: 'mail',
    cookie: true,
    signInMethod: 'password',
    errors: ['INVALID_CREDENTIALS', 'SIGN_IN_LOCKED', 'BUSY'],
    summary: 'Mail the confirmation of an address again, after `EMAIL_UNCONFIRMED`.',
    input: z.strictObject({ email, password: string(PASSWORD_MAX_LENGTH).min(1) }),
    output: z.object({}),
  },
  authPasswordResetRequest: {
    method: 'POST',
    path: '/auth/password/reset/request',
    access: 'public',
    rate: 'mail',
    cookie: true,
    signInMethod: 'password',
    errors: [],
    summary: 'Mail a link for setting a new password. The response doesn’t reveal whether the address has an account.',
    input: z.strictObject({ email }),
    output: z.object({}),
  },
  authPasswordReset: {
    method: 'POST',
    path: '/auth/password/reset',
    access: 'public',
    rate: 'signIn',
    cookie: true,
    signInMethod: 'password',
    errors: ['LINK_INVALID', 'BUSY', 'SECOND_FACTOR_REQUIRED'],
    summary: 'Set a new password with the token of a mailed link, end all sessions, and sign in.',
    input: z.strictObject({ token, password: newPassword }),
    output: signedIn,
  },
  userGetByEmail: {
    method: 'POST',
    path: '/user/getByEmail',
    access: 'public',
    rate: 'read',
    errors: [],
    summary: 'The sign-in methods that the domain offers, the same for every address.',
    input: z.strictObject({ email }),
    output: z.object({
      methods: z.array(z.string()).describe('Ids as in `signInProviders` of the domain.'),
    }),
  },
  authEmbedAuthorize: {
    method: 'POST',
    path: '/auth/embed/authorize',
    access: 'user',
    secret: true,
    errors: [],
    summary: 'Create a one-time code with which a widget on a registered origin signs this user in.',
    input: z.strictObject({ origin, codeChallenge: string(43).regex(/^[A-Za-z0-9_-]{43}$/) }),
    output: z.object({ code: z.string(), origin, expiresAt: time }),
  },
  authEmbedToken: {
    method: 'POST',
    path: '/auth/embed/token',
    access: 'public',
    rate: 'signIn',
    secret: true,
    errors: ['CODE_INVALID'],
    summary: 'Redeem a one-time code for an access token bound to the site.',
    input: z.strictObject({ code: string(200), codeVerifier }),
    output: signedIn,
  },
  authEmbedRefresh: {
    method: 'POST',
    path: '/auth/embed/refresh',
    access: 'public',
    cookie: true,
    errors: ['CODE_INVALID', 'REFRESH_INVALID', 'ORIGIN_NOT_REGISTERED'],
    summary: 'For the frame on the forum origin: store, renew or end the partitioned session of one site.',
    input: z.strictObject({
      origin,
      action: z
        .enum(['keep', 'renew', 'end'])
        .describe(
          'keep: redeem a code and store the session here · renew: get a new access token · end: remove the session.',
        ),
      code: string(200).optional(),
      codeVerifier: codeVerifier.optional(),
    }),
    output: signedIn.partial(),
  },
  authEmbedSso: {
    method: 'POST',
    path: '/auth/embed/sso',
    access: 'public',
    rate: 'signIn',
    secret: true,
    errors: ['INVALID_CREDENTIALS', 'PROVIDER_FAILED', 'METHOD_UNAVAILABLE'],
    summary: 'For a widget: sign in on this site with a token of its publisher, for the lifetime of one access token.',
    input: z.strictObject({ token: string(10_000).min(1), ...referral }),
    output: signedIn,
  },
} as const satisfies Record<string, Call>
