import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { StoaError } from '@stoa/client'
import type { Passkeys } from '@stoa/login'

/** The same, whose optional fields may be there without a value. */
type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Asks the person for a passkey now. */
export const ask: Passkeys['ask'] = (options) => told(startAuthentication({ optionsJSON: options as Options }))

/** Waits until a passkey is picked among what the browser fills in. */
export const fill: Passkeys['fill'] = async (options, signal) => {
  // It would take the place of the question that the person has asked for since.
  if (signal.aborted) throw new StoaError('ABORTED', { message: 'No passkey was waited for.' })
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true })
  return told(startAuthentication({ optionsJSON: options as Options, useBrowserAutofill: true }))
}

/** Browsers don't tell whether the person refused, waited too long or can't: it is all the same to them. */
async function told(answer: ReturnType<typeof startAuthentication>): ReturnType<Passkeys['ask']> {
  try {
    return (await answer) as Awaited<ReturnType<Passkeys['ask']>>
  } catch (cause) {
    throw new StoaError('ABORTED', { message: 'No passkey came.', cause })
  }
}
