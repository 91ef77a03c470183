import { EMAIL_LINK_TTL_MS } from '@stoa/contract'
import { createAuthenticator } from '../authenticator.ts'
import { cookiesOf } from '../cookies.ts'
import { inBrowser } from '../factors.ts'
import { PUBLISHER } from '../forum.ts'
import { signWithSecret } from '../hostile-tokens.ts'
import { CODE_CHALLENGE, CODE_VERIFIER, PASSWORD, type SampleScene, type Samples, SITE } from '../sample-scene.ts'

/** Visitors send it. */
const by = null
const address = ({ next }: SampleScene) => `by_mail_${next()}@example.com`

/** A link for an account with a confirmed address. */
async function link(scene: SampleScene, purpose: 'signIn' | 'reset'): Promise<string> {
  const { accounts, emailProofs } = scene.stoa.app.services
  const email = address(scene)
  const userId = await accounts.createNameless({ email })
  const proof = { purpose, userId, email, goodForMs: EMAIL_LINK_TTL_MS }
  return scene.stoa.database.transaction((tx) => emailProofs.makeLink(tx, proof))
}

const redeemable = async ({ embedCode }: SampleScene) => ({ code: await embedCode(), codeVerifier: CODE_VERIFIER })

/** The cookie of a frame that keeps the widget's session. */
async function frame(scene: SampleScene): Promise<Record<string, string>> {
  const input = { origin: SITE, action: 'keep', ...(await redeemable(scene)) } as const
  const { headers } = await scene.stoa.call('authEmbedRefresh', input)
  return { origin: scene.origin, cookie: cookiesOf(headers) }
}

export const sessionSamples: Samples<
  | 'authSignUp'
  | 'authSignIn'
  | 'authRefresh'
  | 'authSignOut'
  | 'authEmbedAuthorize'
  | 'authEmbedToken'
  | 'authEmbedRefresh'
  | 'appCheckChallenge'
  | 'appCheckToken'
> = {
  authSignUp: [
    ({ next }) => {
      const username = `account_${next()}`
      const input = { username, email: `${username}@example.com`, password: PASSWORD }
      return { input, by, other: { password: `${PASSWORD}2` } }
    },
  ],
  authSignIn: [
    async ({ account }) => ({
      input: { login: (await account()).username, password: PASSWORD },
      by,
      other: { password: 'wrong' },
    }),
  ],
  authRefresh: [
    async ({ account }) => {
      const { cookie } = await account()
      return { input: {}, by, headers: { cookie } }
    },
  ],
  authSignOut: [
    async ({ account }) => {
      const { cookie } = await account()
      return { input: {}, by, headers: { cookie }, other: { everywhere: true } }
    },
  ],
  authEmbedAuthorize: [
    () => ({
      input: { origin: SITE, codeChallenge: CODE_CHALLENGE },
      other: { codeChallenge: 'c'.repeat(43) },
    }),
  ],
  authEmbedToken: [
    async (scene) => ({
      input: await redeemable(scene),
      by,
      headers: { origin: SITE },
      other: { codeVerifier: 'w'.repeat(43) },
    }),
  ],
  authEmbedRefresh: [
    async (scene) => ({
      input: { origin: SITE, action: 'keep', ...(await redeemable(scene)) },
      by,
      headers: { origin: scene.origin },
      other: { codeVerifier: 'w'.repeat(43) },
    }),
    async (scene) => ({
      input: { origin: SITE, action: 'renew' },
      by,
      headers: await frame(scene),
      other: { action: 'end' },
    }),
    async (scene) => ({
      input: { origin: SITE, action: 'end' },
      by,
      headers: await frame(scene),
      other: { action: 'renew' },
    }),
  ],
  appCheckChallenge: [() => ({ input: {}, by })],
  appCheckToken: [
    async ({ solution, origin }) => ({
      input: { solution: await solution(), origin },
      by,
      headers: { origin },
      other: { origin: SITE },
    }),
  ],
}

export const emailSamples: Samples<
  | 'authEmailLinkRequest'
  | 'authEmailLinkConfirm'
  | 'authPasswordResetRequest'
  | 'authPasswordReset'
  | 'authPasswordChange'
  | 'userEmailChange'
  | 'userEmailConfirm'
  | 'userGetByEmail'
> = {
  authEmailLinkRequest: [(scene) => ({ input: { email: address(scene) }, by, other: { next: '/bbs/settings' } })],
  authEmailLinkConfirm: [
    async (scene) => ({ input: { token: await link(scene, 'signIn') }, by, other: { token: 'another' } }),
  ],
  authPasswordResetRequest: [(scene) => ({ input: { email: address(scene) }, by, other: { email: address(scene) } })],
  authPasswordReset: [
    async (scene) => ({
      input: { token: await link(scene, 'reset'), password: PASSWORD },
      by,
      other: { password: `${PASSWORD}2` },
    }),
  ],
  authPasswordChange: [
    async ({ origin, account }) => ({
      input: { password: PASSWORD },
      by: await account(),
      headers: { origin },
      other: { password: `${PASSWORD}2` },
    }),
  ],
  userEmailChange: [
    async (scene) => ({
      input: { email: address(scene) },
      by: await scene.account(),
      headers: { origin: scene.origin },
      other: { email: address(scene) },
    }),
  ],
  userEmailConfirm: [
    async (scene) => {
      const { stoa, person } = scene
      const { accounts, emailProofs } = stoa.app.services
      const confirming = await person()
      const email = address(scene)
      const token = await stoa.database.transaction(async (tx) => {
        await accounts.setPendingEmail(tx, confirming.id, { email, sessionId: '' })
        const proof = { purpose: 'confirmNew', userId: confirming.id, email, goodForMs: EMAIL_LINK_TTL_MS } as const
        return emailProofs.makeLink(tx, { ...proof, changeId: stoa.app.ids.next() })
      })
      return { input: { token }, by: confirming, headers: { origin: scene.origin }, other: { token: 'another' } }
    },
  ],
  userGetByEmail: [(scene) => ({ input: { email: address(scene) }, by })],
}

export const secondFactorSamples: Samples<
  | 'accountSecurity'
  | 'sessionList'
  | 'sessionEnd'
  | 'authReauthenticate'
  | 'authReauthenticateOptions'
  | 'authReauthenticateMail'
  | 'authSecondFactor'
  | 'totpBegin'
  | 'totpConfirm'
  | 'totpDelete'
  | 'recoveryCodesRenew'
  | 'authPasskeyOptions'
  | 'authPasskeySignIn'
  | 'passkeyRegisterOptions'
  | 'passkeyRegister'
  | 'passkeyEdit'
  | 'passkeyDelete'
> = {
  accountSecurity: [() => ({ input: {} })],
  sessionList: [() => ({ input: {} })],
  sessionEnd: [
    async ({ person, stoa }) => {
      const { id, token } = await person()
      await stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
      const { items } = (await stoa.call('sessionList', {}, { token })).body.payload
      const sessionId = items.find(({ current }) => !current)?.id ?? ''
      return { input: { sessionId }, by: { token }, other: { sessionId: '0'.repeat(20) } }
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
  authSecondFactor: [
    async ({ withFactor }) => {
      const { challenge, recoveryCodes } = await withFactor()
      const [recoveryCode = '', another = ''] = recoveryCodes
      return { input: { challenge, recoveryCode }, by, headers: inBrowser(), other: { recoveryCode: another } }
    },
    async ({ withFactor }) => {
      const { challenge, passkey } = await withFactor()
      const input = { challenge, assertion: passkey.device.get(passkey.options) }
      return { input, by, passkey, headers: inBrowser(), other: { challenge: 'another' } }
    },
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
  authPasskeyOptions: [() => ({ input: {}, by })],
  authPasskeySignIn: [
    async ({ withPasskey, stoa }) => {
      const { device } = await withPasskey()
      const { options, challenge } = (await stoa.call('authPasskeyOptions', {})).body.payload
      const input = { challenge, assertion: device.get(options) }
      return { input, by, passkey: { device, options }, other: { challenge: 'another' } }
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

export const providerSamples: Samples<
  | 'authProviderStart'
  | 'authOneTapNonce'
  | 'authOneTap'
  | 'userCreateFirebaseUser'
  | 'authEmbedSso'
  | 'updateAuthProvider'
> = {
  authProviderStart: [
    async ({ account, stoa }) => {
      const { token, cookie } = await account()
      const { payload } = (await stoa.call('updateAuthProvider', { providerId: 'google', link: true }, { token })).body
      const ticket = new URL(payload.url ?? '').searchParams.get('ticket') ?? ''
      return { input: { id: 'google', ticket }, by: null, headers: { cookie } }
    },
  ],
  authOneTapNonce: [() => ({ input: {}, by })],
  authOneTap: [
    async ({ stoa, issuer, next }) => {
      const { headers, body } = await stoa.call('authOneTapNonce', {})
      const { nonce, clientId } = body.payload
      const claims = { ...issuer.rightClaims(clientId), sub: `pressed_${next()}`, nonce }
      const input = { credential: await issuer.sign(claims) }
      return { input, by, headers: { cookie: cookiesOf(headers) }, other: { credential: 'x' } }
    },
  ],
  userCreateFirebaseUser: [
    async ({ issuer, next }) => {
      const claims = { ...issuer.rightClaims('stoa-test'), iss: 'https://securetoken.google.com/stoa-test' }
      const input = { idToken: await issuer.sign({ ...claims, sub: `fire_${next()}`, auth_time: 1 }) }
      return { input, by, other: { idToken: 'x' } }
    },
  ],
  authEmbedSso: [
    async ({ stoa, next, origin }) => {
      const at = Math.floor(stoa.clock.now() / 1000)
      const claims = { iss: PUBLISHER.origin, aud: origin, sub: `reader_${next()}`, iat: at, exp: at + 300 }
      const token = await signWithSecret(PUBLISHER.secret, { claims: { ...claims, jti: `once_${next()}` } })
      return { input: { token }, by, headers: { origin: PUBLISHER.origin }, other: { token: 'x' } }
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
