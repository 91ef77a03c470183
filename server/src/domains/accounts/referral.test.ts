import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../../../test/browser.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { signWithSecret } from '../../../test/hostile-tokens.ts'
import { newestMail } from '../../../test/mailbox.ts'
import { cookiesOf } from '../../../test/repeated-writes.ts'
import { seedCommunity } from '../../../test/seed-community.ts'
import { startTokenIssuer, type TokenIssuer } from '../../../test/token-issuer.ts'

const SITE = 'https://news.example'
const FORUM = 'http://localhost:3000'
const SECRET = 'thirty-two bytes that both sides know'
const data = mkdtempSync(join(tmpdir(), 'stoa-referral-'))
let stoa: TestApp
let issuer: TokenIssuer
/** Who brings others. */
let bringer: string

beforeAll(async () => {
  issuer = await startTokenIssuer()
  const endpoints = { issuer: issuer.issuer, jwks: issuer.jwks }
  const providers = {
    google: { clientId: 'the-forum', clientSecret: 'secret', endpoints },
    firebase: { projectId: 'stoa-test', endpoints: { jwks: issuer.jwks } },
    small: { clientId: 'the-forum', clientSecret: 'secret', issuer: issuer.issuer, name: 'Small' },
  }
  writeFileSync(join(data, 'providers.json'), JSON.stringify(providers))
  stoa = await startTestApp({ STOA_DATA: data })
  // Times of the issuer's tokens are this machine's.
  stoa.clock.advance(Date.now() - stoa.clock.now())
  const communityId = await seedCommunity(stoa)
  await stoa.app.services.partnerOrigins.register(communityId, SITE)
  await stoa.app.services.publishers.set(SITE, { kind: 'secret', value: SECRET })
  bringer = (await stoa.member('brings_others')).id
})
afterAll(async () => {
  await stoa.close()
  await issuer.close()
  rmSync(data, { recursive: true })
})

interface Told {
  refBy?: string
  refFrom?: string
}
const now = () => Math.floor(stoa.clock.now() / 1000)

/** Every way that makes an account without a password: who comes by it, brought by somebody. Answers whose account it is. */
const ways: Record<string, (who: string, told: Told) => Promise<string | null>> = {
  async 'a mailed link'(who, told) {
    const email = `${who}@mail.example`
    await stoa.call('authEmailLinkRequest', { email })
    const token = (await newestMail(stoa, email)).secret.get('token') ?? ''
    return (await stoa.call('authEmailLinkConfirm', { token, ...told })).body.payload.userId
  },
  async 'a mailed code'(who, told) {
    const email = `${who}@mail.example`
    await stoa.call('authEmailLinkRequest', { email })
    const { code } = await newestMail(stoa, email)
    return (await stoa.call('authEmailLinkConfirm', { email, code, ...told })).body.payload.userId
  },
  async 'a mailed link that another browser opens'(who, told) {
    const email = `${who}@mail.example`
    await stoa.call('authEmailLinkRequest', { email, ...told })
    const token = (await newestMail(stoa, email)).secret.get('token') ?? ''
    return (await stoa.call('authEmailLinkConfirm', { token })).body.payload.userId
  },
  async 'a mailed code that another browser is told'(who, told) {
    const email = `${who}@mail.example`
    await stoa.call('authEmailLinkRequest', { email, ...told })
    const { code } = await newestMail(stoa, email)
    return (await stoa.call('authEmailLinkConfirm', { email, code, refBy: 'of_that_browser' })).body.payload.userId
  },
  async 'a provider'(who, told) {
    issuer.lie({ claims: { sub: who } })
    const browser = createBrowser(stoa)
    await browser.go(`/api/auth/provider/small/start?${new URLSearchParams({ next: '/', ...told })}`)
    issuer.lie()
    return browser.userId()
  },
  async 'one tap'(who, told) {
    const { headers, body } = await stoa.call('authOneTapNonce', {})
    const claims = { ...issuer.rightClaims('the-forum'), sub: who, nonce: body.payload.nonce }
    const input = { credential: await issuer.sign(claims), ...told }
    return (await stoa.call('authOneTap', input, { headers: { cookie: cookiesOf(headers) } })).body.payload.userId
  },
  async Firebase(who, told) {
    const project = { iss: 'https://securetoken.google.com/stoa-test', auth_time: now() }
    const idToken = await issuer.sign({ ...issuer.rightClaims('stoa-test'), ...project, sub: who })
    return (await stoa.call('userCreateFirebaseUser', { idToken, ...told })).body.payload.userId
  },
  async 'a publisher’s word'(who, told) {
    const claims = { iss: SITE, aud: FORUM, sub: who, iat: now(), exp: now() + 300 }
    const token = await signWithSecret(SECRET, { claims })
    return (await stoa.call('authEmbedSso', { token, ...told }, { headers: { origin: SITE } })).body.payload.userId
  },
}

const referralOf = (userId: string | null) =>
  stoa.database.read('users').where({ id: userId }).first('ref_by', 'ref_from')

test.each(Object.entries(ways))(
  'who brought somebody is kept with the account that %s makes, and never later',
  async (name, come) => {
    const who = (more: string) => `${name.replace(/\W/g, '')}-${more}`
    const brought = await come(who('brought'), { refBy: 'Brings_Others', refFrom: 'letter' })
    expect(await referralOf(brought)).toEqual({ ref_by: bringer, ref_from: 'letter' })
    const byId = await come(who('by-id'), { refBy: bringer })
    expect(await referralOf(byId)).toEqual({ ref_by: bringer, ref_from: null })

    const alone = await come(who('alone'), {})
    expect(await come(who('alone'), { refBy: 'Brings_Others', refFrom: 'later' })).toBe(alone)
    expect(await referralOf(alone)).toEqual({ ref_by: null, ref_from: null })
    expect(await come(who('brought'), { refBy: alone ?? '', refFrom: 'later' })).toBe(brought)
    expect(await referralOf(brought)).toEqual({ ref_by: bringer, ref_from: 'letter' })

    const byNobody = await come(who('by-nobody'), { refBy: 'nobody_known' })
    expect(await referralOf(byNobody)).toEqual({ ref_by: null, ref_from: null })
    // Whoever comes again by an own name is there already.
    expect(await come(who('by-nobody'), { refBy: byNobody ?? '' })).toBe(byNobody)
    expect(await referralOf(byNobody)).toEqual({ ref_by: null, ref_from: null })
  },
)

test('a referral that is too long is refused where something is sent, and left out where somebody is led', async () => {
  const refBy = 'x'.repeat(101)
  expect((await stoa.call('authEmailLinkConfirm', { token: 'x', refBy })).body.code).toBe('VALIDATION_FAILED')
  const led = await ways['a provider']?.('too-long', { refBy, refFrom: 'letter' })
  expect(await referralOf(led ?? '')).toEqual({ ref_by: null, ref_from: 'letter' })
})
