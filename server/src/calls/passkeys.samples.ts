import type { passkeyCalls } from '@stoa/contract/schemas'
import { createAuthenticator } from '../../test/authenticator.ts'
import { type SamplesOf } from '../../test/samples.ts'

export const passkeySamples: SamplesOf<typeof passkeyCalls> = {
  authPasskeyOptions: [() => ({ input: {}, by: null })],
  authPasskeySignIn: [
    async ({ withPasskey, stoa }) => {
      const { device } = await withPasskey()
      const { options, challenge } = (await stoa.call('authPasskeyOptions', {})).body.payload
      const input = { challenge, assertion: device.get(options) }
      return { input, by: null, passkey: { device, options }, other: { challenge: 'another' } }
    },
  ],
  passkeyRegisterOptions: [() => ({ input: {} })],
  passkeyRegister: [
    async ({ origin, account, stoa }) => {
      const { token } = await account()
      const { options, challenge } = (await stoa.call('passkeyRegisterOptions', {}, { token })).body.payload
      const input = { challenge, attestation: createAuthenticator(origin).create(options), name: 'A key' }
      return { input, by: { token }, other: { name: 'Another' } }
    },
  ],
  passkeyEdit: [
    async ({ withPasskey }) => {
      const { token, passkeyId } = await withPasskey()
      return { input: { passkeyId, name: 'Named' }, by: { token }, other: { name: 'Named again' } }
    },
  ],
  passkeyDelete: [
    async ({ withPasskey }) => {
      const { token, passkeyId } = await withPasskey()
      return { input: { passkeyId }, by: { token }, other: { passkeyId: '0'.repeat(20) } }
    },
  ],
}
