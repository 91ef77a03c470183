import * as z from 'zod'
import { PASSKEY_NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../limits.ts'
import { id, string, text, time } from './common.ts'
import {
  passkey,
  passkeyAssertion,
  passkeyAttestation,
  passkeyCreationOptions,
  passkeyRequestOptions,
} from './passkeys.ts'
import { linkedProvider } from './providers.ts'
import { signedIn } from './sessions.ts'

/** A session, as listed for its owner. */
export const sessionInfo = z.object({
  id,
  device: z.string().describe('Browser and system, such as `Firefox on Windows`; empty: unknown.'),
  address: z.string().describe('Network of the address from which it was started; empty: unknown.'),
  site: z.string().nullable().describe('Origin of the partner’s site where it is valid; null: the forum itself.'),
  method: z.string().describe('How it was started, such as `password`; empty: unknown.'),
  createdAt: time,
  seenAt: time.describe('When it was last used.'),
  current: z.boolean().describe('It is the session that sends the request.'),
})

/** An account's sign-in methods, for its owner only. */
export const account = z.object({
  email: z.string().nullable().describe('Confirmed address, usable for sign-in.'),
  pendingEmail: z.string().nullable().describe('Address that isn’t confirmed yet.'),
  hasPassword: z.boolean(),
  providers: z.array(linkedProvider),
  passkeys: z.array(passkey),
  totp: z.boolean().describe('Codes of an authenticator app are required at every sign-in.'),
  recoveryCodesLeft: z.int().nonnegative(),
  mustHaveSecondFactor: z
    .boolean()
    .describe('The permissions of a network admin are off until the account has a second factor.'),
})

/** The challenge of a passkey request, to be returned with the response. */
const challenge = string(2000).min(1)
const askedPasskey = z.object({ options: passkeyRequestOptions, challenge })

export const reauthenticationMethod = z.enum(['password', 'totp', 'recovery', 'passkey', 'email'])

/** Six digits from an app or mail, possibly in two groups. */
const appCode = string(20)
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), 'Must be 6 digits.')
const recoveryCode = string(40).min(1)
const recoveryCodes = z.array(z.string())
const passkeyName = text(PASSKEY_NAME_MAX_LENGTH)
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

/** The passkeys after the call. */
export const passkeyList = z.object({ passkeys: z.array(passkey) }).describe('The passkeys after the call.')

/** New recovery codes, which replace all others. */
export const recoveryCodeList = z.object({ recoveryCodes }).describe('New recovery codes, which replace all others.')

export const secondFactorCalls = {
  accountSecurity: { input: z.object({}), output: z.object({ account }) },
  sessionList: { input: z.object({}), output: z.object({ items: z.array(sessionInfo) }) },
  sessionEnd: {
    input: z
      .strictObject({
        sessionId: id.optional(),
        others: z.literal(true).optional().describe('All sessions except the one that sends the request.'),
      })
      .refine(exactlyOne, 'Name one session, or the others.'),
    output: z.object({}),
  },
  authReauthenticate: {
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
  authReauthenticateMail: { input: z.strictObject({}), output: z.object({}) },
  authSecondFactor: {
    input: z
      .strictObject({ challenge, ...secondProof })
      .refine(({ challenge: _, ...proof }) => exactlyOne(proof), 'Send one proof.'),
    output: signedIn,
  },
  totpBegin: {
    input: z.strictObject({}),
    output: z.object({
      secret: z.string().describe('For typing in, in base 32.'),
      uri: z.string().describe('The same secret as an address for a QR code.'),
    }),
  },
  totpConfirm: { input: z.strictObject({ code: appCode }), output: recoveryCodeList },
  totpDelete: { input: z.strictObject({}), output: z.object({}) },
  recoveryCodesRenew: { input: z.strictObject({}), output: recoveryCodeList },
  authPasskeyOptions: { input: z.strictObject({}), output: askedPasskey },
  authPasskeySignIn: { input: z.strictObject({ challenge, assertion: passkeyAssertion }), output: signedIn },
  passkeyRegisterOptions: {
    input: z.strictObject({}),
    output: z.object({ options: passkeyCreationOptions, challenge }),
  },
  passkeyRegister: {
    input: z.strictObject({ challenge, attestation: passkeyAttestation, name: passkeyName }),
    output: passkeyList,
  },
  passkeyEdit: {
    input: z.strictObject({ passkeyId: id, name: passkeyName }),
    output: passkeyList,
  },
  passkeyDelete: { input: z.strictObject({ passkeyId: id }), output: passkeyList },
}
