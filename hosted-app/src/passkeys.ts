import type { Passkeys } from '@stoa/login'
import { lazy } from '@stoa/ui'
import { loadCode } from './lazy-loader.ts'

const ceremony = lazy(() => import('./screens/login/passkey-ceremony.ts'))

/** The browser's passkey functions; their code is loaded on first use. */
export const passkeys: Passkeys = {
  ask: async (options) => (await loadCode(ceremony)).ask(options),
  async canFill() {
    return (
      typeof PublicKeyCredential === 'function' &&
      Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.())
    )
  },
  fill: async (options, signal) => (await loadCode(ceremony)).fill(options, signal),
}
