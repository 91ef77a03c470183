import { StoaError } from '@stoa/client'
import type { Passkeys } from '@stoa/login'

const load = () =>
  import('./screens/login/passkey-ceremony.ts').catch((cause: unknown) => {
    throw new StoaError('CODE_NOT_LOADED', { message: 'A part of this page could not be loaded.', cause })
  })

/** The browser's passkey functions; their code is loaded on first use. */
export const passkeys: Passkeys = {
  ask: async (options) => (await load()).ask(options),
  async canFill() {
    return (
      typeof PublicKeyCredential === 'function' &&
      Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.())
    )
  },
  fill: async (options, signal) => (await load()).fill(options, signal),
}
