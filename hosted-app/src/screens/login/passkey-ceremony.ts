import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { StoaError } from '@stoa/client'
import type { Passkeys } from '@stoa/login'

/** The same type with optional fields that may be undefined. */
type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Requests a passkey now. */
export const ask: Passkeys['ask'] = (options) =>
  withAbortError(startAuthentication({ optionsJSON: options as Options }))

/** Waits until a passkey is chosen from autofill. */
export const fill: Passkeys['fill'] = async (options, signal) => {
  // It would replace the request that the person has started since.
  if (signal.aborted) throw new StoaError('ABORTED', { message: 'No passkey was waited for.' })
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true })
  return withAbortError(startAuthentication({ optionsJSON: options as Options, useBrowserAutofill: true }))
}

/** Browsers don't reveal whether the person refused, waited too long or has no passkey. */
async function withAbortError(ceremony: ReturnType<typeof startAuthentication>): ReturnType<Passkeys['ask']> {
  try {
    return (await ceremony) as Awaited<ReturnType<Passkeys['ask']>>
  } catch (cause) {
    throw new StoaError('ABORTED', { message: 'No passkey came.', cause })
  }
}
