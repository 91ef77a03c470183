import type { providerCalls } from '@stoa/contract/schemas'
import { cookiesOf } from '../../test/cookies.ts'
import { type SamplesOf } from '../../test/samples.ts'

export const providerSamples: SamplesOf<Omit<typeof providerCalls, 'authProviderCallback'>> = {
  authProviderStart: [
    async ({ account, stoa }) => {
      const { token, cookie } = await account()
      const { payload } = (await stoa.call('updateAuthProvider', { providerId: 'google', link: true }, { token })).body
      const ticket = new URL(payload.url ?? '').searchParams.get('ticket') ?? ''
      return { input: { id: 'google', ticket }, by: null, headers: { cookie } }
    },
  ],
  authOneTapNonce: [() => ({ input: {}, by: null })],
  authOneTap: [
    async ({ stoa, issuer, next }) => {
      const { headers, body } = await stoa.call('authOneTapNonce', {})
      const { nonce, clientId } = body.payload
      const claims = { ...issuer.rightClaims(clientId), sub: `pressed_${next()}`, nonce }
      const input = { credential: await issuer.sign(claims) }
      return { input, by: null, headers: { cookie: cookiesOf(headers) }, other: { credential: 'x' } }
    },
  ],
  userCreateFirebaseUser: [
    async ({ issuer, next }) => {
      const claims = { ...issuer.rightClaims('stoa-test'), iss: 'https://securetoken.google.com/stoa-test' }
      const input = { idToken: await issuer.sign({ ...claims, sub: `fire_${next()}`, auth_time: 1 }) }
      return { input, by: null, other: { idToken: 'x' } }
    },
  ],
  updateAuthProvider: [
    async ({ person }) => ({
      input: { providerId: 'google', link: false },
      by: await person(),
      other: { providerId: 'github' },
    }),
  ],
}
