import * as z from 'zod'
import { GUESSED_PASSWORD, isEasilyGuessed } from '../account-rules.ts'
import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../limits.ts'
import { email, id, time } from './common.ts'
import { username } from './identity.ts'
import { newPassword } from './passwords.ts'

export const signedIn = z.object({
  userId: id,
  accessToken: z.string(),
  /** When the access token ends. */
  expiresAt: time,
})

/** Who brought a newcomer (username or id) and from where. Whatever makes an account takes it, and heeds it only then. */
export const referral = {
  refBy: z.string().max(100).optional(),
  refFrom: z.string().max(300).optional(),
}

const origin = z.string().min(1).max(300)
const codeVerifier = z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/)

export const sessionCalls = {
  authSignUp: {
    input: z
      .object({
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
    input: z.object({
      login: z.string().trim().min(1).max(EMAIL_MAX_LENGTH),
      password: z.string().min(1).max(PASSWORD_MAX_LENGTH),
    }),
    output: signedIn,
  },
  authRefresh: { input: z.object({}), output: signedIn },
  authSignOut: { input: z.object({ everywhere: z.boolean().optional() }), output: z.object({}) },
  authEmbedAuthorize: {
    input: z.object({ origin, codeChallenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    output: z.object({ code: z.string(), origin, expiresAt: time }),
  },
  authEmbedToken: {
    input: z.object({ code: z.string().max(200), codeVerifier }),
    output: signedIn,
  },
  authEmbedRefresh: {
    input: z.object({
      origin,
      /** keep: redeem a code and store the session here · renew: a new access token · end: forget the session. */
      action: z.enum(['keep', 'renew', 'end']),
      code: z.string().max(200).optional(),
      codeVerifier: codeVerifier.optional(),
    }),
    output: signedIn.partial(),
  },
  appCheckChallenge: {
    input: z.object({}),
    output: z.object({
      algorithm: z.string(),
      challenge: z.string(),
      maxnumber: z.int(),
      salt: z.string(),
      signature: z.string(),
    }),
  },
  appCheckToken: {
    input: z.object({ solution: z.string().min(1).max(4000), origin }),
    output: z.object({ token: z.string(), expiresAt: time }),
  },
}
