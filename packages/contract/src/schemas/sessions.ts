import * as z from 'zod'
import { GUESSED_PASSWORD, isEasilyGuessed } from '../account-rules.ts'
import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../limits.ts'
import { email, id, string, time } from './common.ts'
import { username } from './identity.ts'
import { newPassword } from './passwords.ts'

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

const origin = string(300).min(1)
const codeVerifier = string(128).regex(/^[A-Za-z0-9._~-]{43,128}$/)

export const sessionCalls = {
  authSignUp: {
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
    input: z.strictObject({
      login: string(EMAIL_MAX_LENGTH).trim().min(1),
      password: string(PASSWORD_MAX_LENGTH).min(1),
    }),
    output: signedIn,
  },
  authRefresh: { input: z.strictObject({}), output: signedIn },
  authSignOut: { input: z.strictObject({ everywhere: z.boolean().optional() }), output: z.object({}) },
  authEmbedAuthorize: {
    input: z.strictObject({ origin, codeChallenge: string(43).regex(/^[A-Za-z0-9_-]{43}$/) }),
    output: z.object({ code: z.string(), origin, expiresAt: time }),
  },
  authEmbedToken: {
    input: z.strictObject({ code: string(200), codeVerifier }),
    output: signedIn,
  },
  authEmbedRefresh: {
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
  appCheckChallenge: {
    input: z.strictObject({}),
    output: z.object({
      algorithm: z.string(),
      challenge: z.string(),
      maxnumber: z.int(),
      salt: z.string(),
      signature: z.string(),
    }),
  },
  appCheckToken: {
    input: z.strictObject({
      solution: string(4000).min(1),
      origin,
      visitorId: string(64).optional().describe('The id that later writes will carry. Default: none.'),
    }),
    output: z.object({ token: z.string(), expiresAt: time }),
  },
}
