import type { CallInput } from '@stoa/contract'
import { createAuthenticator } from './authenticator.ts'
import { askedOf, codeOf, inBrowser } from './factors.ts'
import type { Forum } from './forum.ts'
import type { RepeatedWrite, WriteName } from './repeated-writes.ts'

const own = 'http://localhost:3000'
const PASSWORD = 'Corr3ct-horse'

/** Creates writes about second factors and passkeys for `repeatedWrites`; `account` signs up a person. */
export function repeatedFactorWrites(forum: Forum, account: () => Promise<{ username: string; token: string }>) {
  const { stoa } = forum
  let made = 0
  const next = () => (made += 1)
  const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
  async function withFactor() {
    const { username, token } = await account()
    const { secret } = (await stoa.call('totpBegin', {}, { token })).body.payload
    const confirmed = await stoa.call('totpConfirm', { code: codeOf(secret, stoa.clock.now()) }, { token })
    const options = { headers: inBrowser() }
    const { challenge } = askedOf(
      (await stoa.call('authSignIn', { login: username, password: PASSWORD }, options)).body,
    )
    return { token, challenge, ...confirmed.body.payload }
  }
  async function withPasskey() {
    const { token } = await account()
    const device = createAuthenticator(own)
    const { options, challenge } = (await stoa.call('passkeyRegisterOptions', {}, { token })).body.payload
    const input = { challenge, attestation: device.create(options), name: 'A key' }
    const { passkeys } = (await stoa.call('passkeyRegister', input, { token })).body.payload
    return { token, device, passkeyId: passkeys[0]?.id ?? '' }
  }
  /** `other`: the fields that differ. */
  const write = <Name extends WriteName>(
    _name: Name,
    about: { input: CallInput<Name>; other: Partial<CallInput<Name>>; headers: Record<string, string> },
  ): RepeatedWrite => ({ ...about, other: { ...about.input, ...about.other } })

  return {
    authReauthenticate: [
      async () => {
        const { token } = await account()
        const input = { password: PASSWORD }
        const headers = { ...as({ token }), origin: own }
        return write('authReauthenticate', { input, other: { password: 'wrong' }, headers })
      },
    ],
    authReauthenticateMail: [
      async () => {
        const userId = await stoa.app.services.accounts.create({
          username: `mailed_${next()}`,
          email: `mailed_${next()}@example.com`,
          passwordHash: null,
        })
        const { signedIn } = await stoa.app.services.sessions.begin({ userId, site: '', lasting: true })
        const headers = { ...as({ token: signedIn.accessToken }), origin: own }
        return { input: {}, other: { visitorId: 'x' }, headers }
      },
    ],
    authSecondFactor: [
      async () => {
        const { recoveryCodes, challenge } = await withFactor()
        const input = { challenge, recoveryCode: recoveryCodes[0] ?? '' }
        return write('authSecondFactor', {
          input,
          other: { recoveryCode: recoveryCodes[1] ?? '' },
          headers: inBrowser(),
        })
      },
    ],
    totpBegin: [async () => ({ input: {}, other: { visitorId: 'x' }, headers: as(await account()) })],
    totpConfirm: [
      async () => {
        const { token } = await account()
        const { secret } = (await stoa.call('totpBegin', {}, { token })).body.payload
        const input = { code: codeOf(secret, stoa.clock.now()) }
        return write('totpConfirm', { input, other: { code: '000000' }, headers: as({ token }) })
      },
    ],
    totpDelete: [async () => ({ input: {}, other: { visitorId: 'x' }, headers: as(await withFactor()) })],
    recoveryCodesRenew: [async () => ({ input: {}, other: { visitorId: 'x' }, headers: as(await withFactor()) })],
    authPasskeySignIn: [
      async () => {
        const { device } = await withPasskey()
        const { options, challenge } = (await stoa.call('authPasskeyOptions', {})).body.payload
        const input = { challenge, assertion: device.get(options) }
        return write('authPasskeySignIn', { input, other: { challenge: 'another' }, headers: {} })
      },
    ],
    passkeyRegister: [
      async () => {
        const { token } = await account()
        const { options, challenge } = (await stoa.call('passkeyRegisterOptions', {}, { token })).body.payload
        const input = { challenge, attestation: createAuthenticator(own).create(options), name: 'A key' }
        return write('passkeyRegister', { input, other: { name: 'Another' }, headers: as({ token }) })
      },
    ],
    passkeyEdit: [
      async () => {
        const { token, passkeyId } = await withPasskey()
        return write('passkeyEdit', {
          input: { passkeyId, name: 'Named' },
          other: { name: 'x' },
          headers: as({ token }),
        })
      },
    ],
    passkeyDelete: [
      async () => {
        const { token, passkeyId } = await withPasskey()
        const input = { passkeyId }
        return write('passkeyDelete', { input, other: { passkeyId: '0'.repeat(20) }, headers: as({ token }) })
      },
    ],
  }
}
