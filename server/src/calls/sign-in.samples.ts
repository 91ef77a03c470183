import { EMAIL_LINK_TTL_MS } from '@stoa/contract'
import type { signInCalls } from '@stoa/contract/schemas'
import { cookiesOf } from '../../test/cookies.ts'
import { PUBLISHER } from '../../test/forum.ts'
import { signWithSecret } from '../../test/hostile-tokens.ts'
import { CODE_CHALLENGE, CODE_VERIFIER, PASSWORD, type SampleScene, type SamplesOf, SITE } from '../../test/samples.ts'

/** Visitors send it. */
const by = null

/** A link for an account with a confirmed address. */
async function link({ stoa, address }: SampleScene, purpose: 'signIn' | 'reset'): Promise<string> {
  const { accounts, emailProofs } = stoa.app.services
  const email = address()
  const userId = await accounts.createNameless({ email })
  const proof = { purpose, userId, email, goodForMs: EMAIL_LINK_TTL_MS }
  return stoa.database.transaction((tx) => emailProofs.makeLink(tx, proof))
}

const redeemable = async ({ embedCode }: SampleScene) => ({ code: await embedCode(), codeVerifier: CODE_VERIFIER })

/** The cookie of a frame that keeps the widget's session. */
async function frame(scene: SampleScene): Promise<Record<string, string>> {
  const input = { origin: SITE, action: 'keep', ...(await redeemable(scene)) } as const
  const { headers } = await scene.stoa.call('authEmbedRefresh', input)
  return { origin: scene.origin, cookie: cookiesOf(headers) }
}

export const signInSamples: SamplesOf<typeof signInCalls> = {
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
  authEmailLinkRequest: [(scene) => ({ input: { email: scene.address() }, by, other: { next: '/bbs/settings' } })],
  authEmailLinkConfirm: [
    async (scene) => ({ input: { token: await link(scene, 'signIn') }, by, other: { token: 'another' } }),
  ],
  authEmailConfirmRequest: [
    async (scene) => {
      const [username, email] = [`account_${scene.next()}`, scene.address()]
      const { headers } = await scene.stoa.call('authSignUp', { username, email, password: PASSWORD })
      const input = { email, password: PASSWORD }
      return { input, by, headers: { cookie: cookiesOf(headers) }, other: { password: 'wrong' } }
    },
  ],
  authPasswordResetRequest: [(scene) => ({ input: { email: scene.address() }, by, other: { email: scene.address() } })],
  authPasswordReset: [
    async (scene) => ({
      input: { token: await link(scene, 'reset'), password: PASSWORD },
      by,
      other: { password: `${PASSWORD}2` },
    }),
  ],
  userGetByEmail: [(scene) => ({ input: { email: scene.address() }, by })],
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
  authEmbedSso: [
    async ({ stoa, next, origin }) => {
      const at = Math.floor(stoa.clock.now() / 1000)
      const claims = { iss: PUBLISHER.origin, aud: origin, sub: `reader_${next()}`, iat: at, exp: at + 300 }
      const token = await signWithSecret(PUBLISHER.secret, { claims: { ...claims, jti: `once_${next()}` } })
      return { input: { token }, by, headers: { origin: PUBLISHER.origin }, other: { token: 'x' } }
    },
  ],
}
