import type { secondFactorCalls } from '@stoa/contract/schemas'
import { inBrowser } from '../../test/factors.ts'
import { PASSWORD, type SamplesOf } from '../../test/samples.ts'

export const secondFactorSamples: SamplesOf<typeof secondFactorCalls> = {
  authSecondFactor: [
    async ({ withFactor }) => {
      const { challenge, recoveryCodes } = await withFactor()
      const [recoveryCode = '', another = ''] = recoveryCodes
      return { input: { challenge, recoveryCode }, by: null, headers: inBrowser(), other: { recoveryCode: another } }
    },
    async ({ withFactor }) => {
      const { challenge, passkey } = await withFactor()
      const input = { challenge, assertion: passkey.device.get(passkey.options) }
      return { input, by: null, passkey, headers: inBrowser(), other: { challenge: 'another' } }
    },
  ],
  authReauthenticate: [
    async ({ origin, account }) => ({
      input: { password: PASSWORD },
      by: await account(),
      headers: { origin },
      other: { password: 'wrong' },
    }),
    async ({ origin, withFactor }) => {
      const { token, code } = await withFactor()
      const headers = { origin }
      return { input: { code }, by: { token }, headers, other: { code: '000000' } }
    },
    async ({ origin, withFactor }) => {
      const { token, recoveryCodes } = await withFactor()
      const [recoveryCode = '', another = ''] = recoveryCodes
      const headers = { origin }
      return { input: { recoveryCode }, by: { token }, headers, other: { recoveryCode: another } }
    },
    async ({ origin, mailed, stoa }) => {
      const { token, newestMail } = await mailed()
      await stoa.call('authReauthenticateMail', {}, { token })
      const { code: emailCode } = await newestMail()
      const headers = { origin }
      return { input: { emailCode }, by: { token }, headers, other: { emailCode: '000000' } }
    },
    async ({ origin, provingPasskey }) => {
      const { token, challenge, passkey } = await provingPasskey()
      const input = { challenge, assertion: passkey.device.get(passkey.options) }
      return { input, by: { token }, passkey, headers: { origin }, other: { challenge: 'another' } }
    },
  ],
  authReauthenticateOptions: [() => ({ input: {} })],
  authReauthenticateMail: [
    async ({ origin, mailed }) => ({
      input: {},
      by: await mailed(),
      headers: { origin },
    }),
  ],
  totpBegin: [async ({ account }) => ({ input: {}, by: await account() })],
  totpConfirm: [
    async ({ account, stoa, codeOf }) => {
      const { token } = await account()
      const { secret } = (await stoa.call('totpBegin', {}, { token })).body.payload
      return { input: { code: codeOf(secret) }, by: { token }, other: { code: '000000' } }
    },
  ],
  totpDelete: [async ({ withFactor }) => ({ input: {}, by: await withFactor() })],
  recoveryCodesRenew: [async ({ withFactor }) => ({ input: {}, by: await withFactor() })],
}
