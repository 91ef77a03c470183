import * as z from 'zod'
import { PASSKEY_NAME_MAX_LENGTH } from '../limits.ts'
import { id, string, text, time } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { signedIn } from './sign-in.ts'

/** A passkey as its owner sees it. */
export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: time,
  usedAt: time.nullable().describe('When it was last used; null: never.'),
  synced: z.boolean().describe('A password manager stores it and syncs it to other devices.'),
})

/** Bytes in base64url; `max` characters. */
const bytes = (max: number) => string(max).regex(/^[\w-]+$/)

const extensionResults = z.record(z.string(), z.unknown())

const attachment = z.enum(['platform', 'cross-platform'])

const credentialDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).optional(),
})

const requirement = z.enum(['discouraged', 'preferred', 'required'])

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(credentialDescriptor).optional(),
  userVerification: requirement.optional(),
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const passkeyCreationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string().optional() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(credentialDescriptor).optional(),
  authenticatorSelection: z
    .object({
      authenticatorAttachment: attachment.optional(),
      requireResidentKey: z.boolean().optional(),
      residentKey: requirement.optional(),
      userVerification: requirement.optional(),
    })
    .optional(),
  attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']).optional(),
})

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment.optional(),
  clientExtensionResults: extensionResults,
}

/** `AuthenticationResponseJSON` of WebAuthn: a browser's response with a passkey. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    userHandle: string(200).optional(),
  }),
})

/** `RegistrationResponseJSON` of WebAuthn: a newly created passkey. */
export const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(40_000),
    transports: z.array(string(40)).max(10).optional(),
  }),
})

/** The challenge of a passkey request, to be returned with the response. */
const challenge = string(2000).min(1)

const passkeyChallenge = z.object({ options: passkeyRequestOptions, challenge })

const passkeyName = text(PASSKEY_NAME_MAX_LENGTH)

/** The passkeys after the call. */
export const passkeyList = z.object({ passkeys: z.array(passkey) }).describe('The passkeys after the call.')

/** Calls about passkeys. */
export const passkeyCalls = {
  authPasskeyOptions: {
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    rate: 'read',
    signInMethod: 'passkey',
    errors: [],
    summary: 'The browser’s options for signing in with a passkey.',
    input: z.strictObject({}),
    output: passkeyChallenge,
  },
  authPasskeySignIn: {
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    rate: 'signIn',
    cookie: true,
    signInMethod: 'passkey',
    errors: ['PASSKEY_INVALID'],
    summary: 'Sign in with a passkey, without a username.',
    input: z.strictObject({ challenge, assertion: passkeyAssertion }),
    output: signedIn,
  },
  passkeyRegisterOptions: {
    method: 'POST',
    path: '/auth/passkeys/options',
    access: 'user',
    rate: 'read',
    errors: ['REAUTHENTICATION_REQUIRED'],
    summary: 'The browser’s options for creating a passkey.',
    input: z.strictObject({}),
    output: z.object({ options: passkeyCreationOptions, challenge }),
  },
  passkeyRegister: {
    method: 'POST',
    path: '/auth/passkeys',
    access: 'user',
    errors: ['REAUTHENTICATION_REQUIRED', 'PASSKEY_INVALID'],
    summary: 'Add a passkey to the account.',
    input: z.strictObject({ challenge, attestation: passkeyAttestation, name: passkeyName }),
    output: passkeyList,
  },
  passkeyEdit: {
    method: 'POST',
    path: '/auth/passkeys/edit',
    access: 'user',
    errors: ['PASSKEY_NOT_FOUND'],
    summary: 'Rename a passkey.',
    input: z.strictObject({ passkeyId: id, name: passkeyName }),
    output: passkeyList,
  },
  passkeyDelete: {
    method: 'POST',
    path: '/auth/passkeys/delete',
    access: 'user',
    errors: ['REAUTHENTICATION_REQUIRED', 'PASSKEY_NOT_FOUND', 'LAST_WAY_IN'],
    summary: 'Remove a passkey from the account.',
    input: z.strictObject({ passkeyId: id }),
    output: passkeyList,
  },
} as const satisfies Record<string, Call>
