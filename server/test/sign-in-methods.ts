import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBrowser } from './browser.ts'
import { cookiesOf } from './cookies.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { signWithSecret } from './hostile-tokens.ts'
import { newestMail } from './mailbox.ts'
import { seedCommunity } from './seed-community.ts'
import { startTokenIssuer } from './token-issuer.ts'

const SITE = 'https://news.example'
const FORUM = 'http://localhost:3000'
const SECRET = 'thirty-two bytes that both sides know'

/** A referral. */
interface Details {
  refBy?: string
  refFrom?: string
}

/** Signs in as `who`, creating the account the first time. Returns the account's id. */
type SignIn = (who: string, details: Details) => Promise<string | null>

/** Sign-in methods without a password, by name. */
export const SIGN_IN_METHODS = [
  'a mailed link',
  'a mailed code',
  'a mailed link that another browser opens',
  'a mailed code that another browser is told',
  'a provider',
  'one tap',
  'Firebase',
  'a publisher’s token',
] as const

/** An application that offers every sign-in method that creates accounts without a password. */
export interface SignInMethods {
  stoa: TestApp
  methods: Record<(typeof SIGN_IN_METHODS)[number], SignIn>
  close(): Promise<void>
}

export async function startSignInMethods(): Promise<SignInMethods> {
  const data = mkdtempSync(join(tmpdir(), 'stoa-methods-'))
  const issuer = await startTokenIssuer()
  const endpoints = { issuer: issuer.issuer, jwks: issuer.jwks }
  const providers = {
    google: { clientId: 'the-forum', clientSecret: 'secret', endpoints },
    firebase: { projectId: 'stoa-test', endpoints: { jwks: issuer.jwks } },
    small: { clientId: 'the-forum', clientSecret: 'secret', issuer: issuer.issuer, name: 'Small' },
  }
  writeFileSync(join(data, 'providers.json'), JSON.stringify(providers))
  const stoa = await startTestApp({ STOA_DATA: data })
  // The issuer's tokens use the system clock.
  stoa.clock.advance(Date.now() - stoa.clock.now())
  const communityId = await seedCommunity(stoa)
  await stoa.app.services.partnerOrigins.register(communityId, SITE)
  await stoa.app.services.publishers.set(SITE, { kind: 'secret', value: SECRET })
  const now = () => Math.floor(stoa.clock.now() / 1000)

  const methods: SignInMethods['methods'] = {
    async 'a mailed link'(who, details) {
      const email = `${who}@mail.example`
      await stoa.call('authEmailLinkRequest', { email })
      const token = (await newestMail(stoa, email)).secret.get('token') ?? ''
      return (await stoa.call('authEmailLinkConfirm', { token, ...details })).body.payload.userId
    },
    async 'a mailed code'(who, details) {
      const email = `${who}@mail.example`
      await stoa.call('authEmailLinkRequest', { email })
      const { code } = await newestMail(stoa, email)
      return (await stoa.call('authEmailLinkConfirm', { email, code, ...details })).body.payload.userId
    },
    async 'a mailed link that another browser opens'(who, details) {
      const email = `${who}@mail.example`
      await stoa.call('authEmailLinkRequest', { email, ...details })
      const token = (await newestMail(stoa, email)).secret.get('token') ?? ''
      return (await stoa.call('authEmailLinkConfirm', { token })).body.payload.userId
    },
    async 'a mailed code that another browser is told'(who, details) {
      const email = `${who}@mail.example`
      await stoa.call('authEmailLinkRequest', { email, ...details })
      const { code } = await newestMail(stoa, email)
      return (await stoa.call('authEmailLinkConfirm', { email, code, refBy: 'of_that_browser' })).body.payload.userId
    },
    async 'a provider'(who, details) {
      issuer.lie({ claims: { sub: who } })
      const browser = createBrowser(stoa)
      await browser.go(`/api/auth/provider/small/start?${new URLSearchParams({ next: '/', ...details })}`)
      issuer.lie()
      return browser.userId()
    },
    async 'one tap'(who, details) {
      const { headers, body } = await stoa.call('authOneTapNonce', {})
      const claims = { ...issuer.rightClaims('the-forum'), sub: who, nonce: body.payload.nonce }
      const input = { credential: await issuer.sign(claims), ...details }
      return (await stoa.call('authOneTap', input, { headers: { cookie: cookiesOf(headers) } })).body.payload.userId
    },
    async Firebase(who, details) {
      const project = { iss: 'https://securetoken.google.com/stoa-test', auth_time: now() }
      const idToken = await issuer.sign({ ...issuer.rightClaims('stoa-test'), ...project, sub: who })
      return (await stoa.call('userCreateFirebaseUser', { idToken, ...details })).body.payload.userId
    },
    async 'a publisher’s token'(who, details) {
      const claims = { iss: SITE, aud: FORUM, sub: who, iat: now(), exp: now() + 300 }
      const token = await signWithSecret(SECRET, { claims })
      return (await stoa.call('authEmbedSso', { token, ...details }, { headers: { origin: SITE } })).body.payload.userId
    },
  }
  return {
    stoa,
    methods,
    async close() {
      await stoa.close()
      await issuer.close()
      rmSync(data, { recursive: true })
    },
  }
}
