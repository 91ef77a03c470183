import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { CallInput, CallOutput } from '@stoa/contract'

type Attestation = CallInput<'passkeyRegister'>['attestation']
type Assertion = CallInput<'authPasskeySignIn'>['assertion']

/** Creates a passkey on the device. Rejects with PASSKEY_KNOWN if it has one already, else PASSKEY_CANCELLED. */
export async function makePasskey(options: CallOutput<'passkeyRegisterOptions'>['options']): Promise<Attestation> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return (await withPasskeyError(startRegistration({ optionsJSON }))) as Attestation
}

/** Requests a passkey from the device. Rejects with PASSKEY_CANCELLED. */
export async function askPasskey(options: CallOutput<'authPasskeyOptions'>['options']): Promise<Assertion> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return (await withPasskeyError(startAuthentication({ optionsJSON }))) as Assertion
}

/** Browsers don't reveal whether the person refused, waited too long or has no passkey. */
async function withPasskeyError<Result>(ceremony: Promise<Result>): Promise<Result> {
  try {
    return await ceremony
  } catch (cause) {
    const isKnown = cause instanceof WebAuthnError && cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw Object.assign(new Error('No passkey came.', { cause }), {
      code: isKnown ? 'PASSKEY_KNOWN' : 'PASSKEY_CANCELLED',
    })
  }
}
