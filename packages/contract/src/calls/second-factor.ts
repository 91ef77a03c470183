import * as z from 'zod'
import { PASSWORD_MAX_LENGTH } from '../limits.ts'
import { string, time } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { passkeyAssertion, passkeyRequestOptions } from './passkeys.ts'
import { signedIn } from './sign-in.ts'

/** The challenge of a passkey request, to be returned with the response. */
const challenge = string(2000).min(1)

export const reauthenticationMethod = z.enum(['password', 'totp', 'recovery', 'passkey', 'email'])

/** Six digits from an app or mail, possibly in two groups. */
const appCode = string(20)
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), 'Must be 6 digits.')

const recoveryCode = string(40).min(1)

const recoveryCodes = z.array(z.string())

/** A second factor, as sent to `authSecondFactor` with its challenge. */
const secondProof = {
  code: appCode.optional(),
  recoveryCode: recoveryCode.optional(),
  assertion: passkeyAssertion.optional(),
}

/** Requires exactly one of the fields. */
function exactlyOne<Fields extends Record<string, unknown>>(fields: Fields): boolean {
  return Object.values(fields).filter((value) => value !== undefined).length === 1
}

/** New recovery codes, which replace all others. */
export const recoveryCodeList = z.object({ recoveryCodes }).describe('New recovery codes, which replace all others.')

/** Calls about the second factor and reauthentication. */
export const secondFactorCalls = {
  authSecondFactor: {
    method: 'POST',
    path: '/auth/secondFactor',
    access: 'public',
    rate: 'signIn',
    cookie: true,
    errors: ['CHALLENGE_INVALID', 'CODE_INVALID', 'PASSKEY_INVALID', 'SIGN_IN_LOCKED'],
    summary: 'Finish a sign-in that requires the second factor.',
    input: z
      .strictObject({ challenge, ...secondProof })
      .refine(({ challenge: _, ...proof }) => exactlyOne(proof), 'Send one proof.'),
    output: signedIn,
  },
  authReauthenticate: {
    method: 'POST',
    path: '/auth/reauthenticate',
    access: 'user',
    rate: 'signIn',
    cookie: true,
    errors: ['INVALID_CREDENTIALS', 'CODE_INVALID', 'PASSKEY_INVALID', 'FORBIDDEN', 'SIGN_IN_LOCKED', 'BUSY'],
    summary:
      'Reauthenticate, which allows changes to sign-in methods for some minutes. With a second factor, it needs that or a passkey.',
    input: z
      .strictObject({
        password: string(PASSWORD_MAX_LENGTH).min(1).optional(),
        code: appCode.optional(),
        recoveryCode: recoveryCode.optional(),
        emailCode: appCode.optional().describe('From `authReauthenticateMail`.'),
        assertion: passkeyAssertion.optional(),
        challenge: challenge.optional().describe('From `authReauthenticateOptions`, with an assertion.'),
      })
      .refine(({ challenge: _, ...proof }) => exactlyOne(proof), 'Send one proof.'),
    output: z.object({
      until: time.describe('When it expires.'),
    }),
  },
  authReauthenticateOptions: {
    method: 'POST',
    path: '/auth/reauthenticate/options',
    access: 'user',
    rate: 'read',
    errors: [],
    summary: 'The viewer’s methods of reauthentication.',
    input: z.strictObject({}),
    output: z.object({
      methods: z.array(reauthenticationMethod),
      passkeyOptions: passkeyRequestOptions.optional(),
      challenge: challenge.optional().describe('To be returned with a passkey’s assertion.'),
      providers: z
        .array(z.object({ providerId: z.string(), name: z.string(), url: z.string() }))
        .optional()
        .describe(
          'Where there is no other method: linked providers that can confirm the identity, each with an address of the forum to open in this browser. The `next` beside it is where that ends.',
        ),
    }),
  },
  authReauthenticateMail: {
    method: 'POST',
    path: '/auth/reauthenticate/mail',
    access: 'user',
    rate: 'mail',
    cookie: true,
    errors: ['FORBIDDEN'],
    summary: 'Mail the viewer a code for reauthentication. Needs a confirmed address and no second factor.',
    input: z.strictObject({}),
    output: z.object({}),
  },
  totpBegin: {
    method: 'POST',
    path: '/auth/totp/begin',
    access: 'user',
    secret: true,
    errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_EXISTS'],
    summary: 'Create a secret for an authenticator app. It takes effect once one of its codes is confirmed.',
    input: z.strictObject({}),
    output: z.object({
      secret: z.string().describe('For typing in, in base 32.'),
      uri: z.string().describe('The same secret as an address for a QR code.'),
    }),
  },
  totpConfirm: {
    method: 'POST',
    path: '/auth/totp',
    access: 'user',
    secret: true,
    errors: ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_EXISTS', 'CODE_INVALID'],
    summary: 'Require codes at every sign-in from now on. Returns the recovery codes, which are not shown again.',
    input: z.strictObject({ code: appCode }),
    output: recoveryCodeList,
  },
  totpDelete: {
    method: 'POST',
    path: '/auth/totp/delete',
    access: 'user',
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'Turn the second factor off.',
    input: z.strictObject({}),
    output: z.object({}),
  },
  recoveryCodesRenew: {
    method: 'POST',
    path: '/auth/recoveryCodes',
    access: 'user',
    secret: true,
    errors: ['REAUTHENTICATION_REQUIRED', 'FORBIDDEN'],
    summary: 'Replace all recovery codes with new ones.',
    input: z.strictObject({}),
    output: recoveryCodeList,
  },
} as const satisfies Record<string, Call>
