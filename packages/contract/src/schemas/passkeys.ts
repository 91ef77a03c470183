import * as z from 'zod'
import { id, string, time } from './common.ts'

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
const described = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).optional(),
})
const demand = z.enum(['discouraged', 'preferred', 'required'])

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(described).optional(),
  userVerification: demand.optional(),
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const passkeyCreationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string().optional() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(described).optional(),
  authenticatorSelection: z
    .object({
      authenticatorAttachment: attachment.optional(),
      requireResidentKey: z.boolean().optional(),
      residentKey: demand.optional(),
      userVerification: demand.optional(),
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
