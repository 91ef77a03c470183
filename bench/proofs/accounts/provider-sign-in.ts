import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, createBrowser } from '../../../server/test/browser.ts'
import {
  badlySigned,
  type HostileToken,
  keyConfusion,
  signWithSecret,
  wronglyClaimed,
} from '../../../server/test/hostile-tokens.ts'
import { type Lies, startTokenIssuer, type TokenIssuer } from '../../../server/test/token-issuer.ts'
import { type Attack, tryAll } from '../../support/attack.ts'
import { startStoa, temporaryFolder } from '../../support/server-process.ts'
import { stoaCommand } from '../../support/stoa-command.ts'

const SITE = 'https://news.example'
const SECRET = 'thirty-two bytes that both sides know'
const PROJECT = 'https://securetoken.google.com/stoa-proof'
const START = '/api/auth/provider/google/start'

/** Target of the attacks. */
interface Target {
  url: string
  issuer: TokenIssuer
  browser(): Browser
}

/** Signing in through providers: lying providers, stolen responses, forged and misdirected tokens. */
export async function attackFederated(): Promise<Attack[]> {
  const issuer = await startTokenIssuer()
  const attacker = await startTokenIssuer()
  const data = temporaryFolder()
  const client = { clientId: 'the-forum', clientSecret: 'secret' }
  const endpoints = { issuer: issuer.issuer, jwks: issuer.jwks }
  const providers = {
    google: { ...client, endpoints },
    firebase: { projectId: 'stoa-proof', endpoints: { jwks: issuer.jwks } },
    other: { ...client, issuer: attacker.issuer, name: 'Other' },
  }
  writeFileSync(join(data, 'providers.json'), JSON.stringify(providers))
  const server = await startStoa({ STOA_DATA: data, LOG_LEVEL: 'fatal' })
  await stoaCommand(data, ['origin:add', 'FORUM', SITE])
  await stoaCommand(data, ['sso:set', SITE, 'secret'], SECRET)
  const { url } = server
  const target: Target = { url, issuer, browser: () => createBrowser({ url }, url) }
  const honest = target.browser()
  await honest.go(START)
  if ((await honest.userId()) === null) throw new Error('the honest provider is rejected')
  const tokens = [...badlySigned(attacker.issuer), ...keyConfusion, ...wronglyClaimed]
  const all = [
    await changeCallbacks(target),
    await replayCallbacks(target),
    await claimAddresses(target),
    await identityTokens(target, tokens),
    await forgeTokens(target, tokens),
    await publisherTokens(target, tokens),
  ]
  await server.stop()
  await Promise.all([issuer.close(), attacker.close()])
  return all
}

/** Callbacks that differ from what the provider sent. */
function changeCallbacks(target: Target): Promise<Attack> {
  const others = ['', 'x', 'x'.repeat(43), '../../', 'null']
  const callbackVariants: NonNullable<Lies['callback']>[] = [
    ...[null, ...others].flatMap((value) => [{ state: value }, { code: value }]),
    ...[null, '', 'https://evil.example', 'http://127.0.0.1', 'HTTPS://ACCOUNTS.GOOGLE.COM'].map((iss) => ({ iss })),
    { error: 'access_denied' },
    { error: 'server_error', code: null },
    { response: 'x' },
    { code: null, id_token: 'x', access_token: 'x' },
  ]
  return tryAll('changed callbacks of providers', callbackVariants, async (callback) => {
    target.issuer.lie({ callback })
    const browser = target.browser()
    await browser.go(START)
    return (await browser.userId()) === null ? null : JSON.stringify(callback)
  })
}

/** Valid responses in another browser, at another address or a second time. */
async function replayCallbacks(target: Target): Promise<Attack> {
  target.issuer.lie()
  const isBack = ({ pathname }: URL) => pathname.endsWith('/callback')
  const begun = async () => {
    const browser = target.browser()
    return { browser, callback: await browser.goUntil(START, isBack) }
  }
  const opensSession = async (browser: Browser, address: string) => {
    await browser.go(address)
    return (await browser.userId()) !== null
  }
  const attempts: [string, () => Promise<boolean>][] = [
    ['in another browser', async () => opensSession(target.browser(), (await begun()).callback)],
    [
      'in another browser that is also signing in',
      async () => opensSession((await begun()).browser, (await begun()).callback),
    ],
    [
      "with another sign-in's state",
      async () => {
        const [one, other] = [await begun(), await begun()]
        const mixed = new URL(one.callback)
        mixed.searchParams.set('state', new URL(other.callback).searchParams.get('state') ?? '')
        return opensSession(one.browser, mixed.href)
      },
    ],
    [
      "with another sign-in's code",
      async () => {
        const [one, other] = [await begun(), await begun()]
        const mixed = new URL(one.callback)
        mixed.searchParams.set('code', new URL(other.callback).searchParams.get('code') ?? '')
        return opensSession(one.browser, mixed.href)
      },
    ],
    [
      'at another provider',
      async () => {
        const { browser, callback } = await begun()
        return opensSession(browser, callback.replace('/google/', '/other/'))
      },
    ],
    [
      'a second time',
      async () => {
        const { browser, callback } = await begun()
        const cookie = browser.cookies()
        await browser.go(callback)
        const again = await fetch(callback, { headers: { cookie }, redirect: 'manual' })
        return setsRefreshCookie(again)
      },
    ],
    [
      '20 times concurrently',
      async () => {
        const { browser, callback } = await begun()
        const headers = { cookie: browser.cookies() }
        const all = await Promise.all(
          Array.from({ length: 20 }, () => fetch(callback, { headers, redirect: 'manual' })),
        )
        return all.filter(setsRefreshCookie).length > 1
      },
    ],
  ]
  return tryAll('stolen or repeated callbacks of providers', attempts, async ([what, attempt]) =>
    (await attempt()) ? what : null,
  )
}

/** Whether a response starts a session in its browser. */
function setsRefreshCookie({ headers }: Response): boolean {
  return headers.getSetCookie().some((set) => /refresh=./.test(set))
}

/** Reaching an account through its email address. */
async function claimAddresses(target: Target): Promise<Attack> {
  const email = 'owner@mail.example'
  const owner = target.browser()
  target.issuer.lie({ claims: { sub: 'owner', email, email_verified: true } })
  await owner.go(START)
  const ownerId = await owner.userId()
  if (ownerId === null) throw new Error('the owner cannot sign in')
  const addresses = [email, email.toUpperCase(), ` ${email}`, `${email} `, `${email}\0`]
  const claimSets = addresses.flatMap((address) =>
    [true, false, 'true', 'false', 1, null, undefined].map((email_verified) => ({ email: address, email_verified })),
  )
  return tryAll('accounts claimed by their email address', claimSets, async (claims) => {
    target.issuer.lie({ claims: { sub: `stranger ${JSON.stringify(claims)}`, ...claims } })
    const browser = target.browser()
    await browser.go(START)
    return (await browser.userId()) === ownerId ? JSON.stringify(claims) : null
  })
}

function identityTokens(target: Target, tokens: HostileToken[]): Promise<Attack> {
  const { jwk, sign } = target.issuer
  const nonces: HostileToken[] = [undefined, '', 'other', null].map((nonce) => ({
    what: `nonce ${nonce}`,
    make: ({ claims }) => sign({ ...claims, nonce }),
  }))
  return tryAll('hostile identity tokens', [...tokens, ...nonces], async ({ what, make }) => {
    target.issuer.lie({ token: (claims) => make({ claims, jwk, sign }) })
    const browser = target.browser()
    await browser.go(START)
    return (await browser.userId()) === null ? null : what
  })
}

/** Tokens passed on by a page: Google's credential, Firebase's identity token. */
function forgeTokens({ url, issuer }: Target, tokens: HostileToken[]): Promise<Attack> {
  const { jwk, sign } = issuer
  return tryAll('hostile credentials', tokens, async ({ what, make }) => {
    const response = await send(url, { path: '/auth/oneTap/nonce', body: {} })
    const { nonce } = ((await response.json()) as { payload: { nonce: string } }).payload
    const cookie = response.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ')
    const claims = { ...issuer.rightClaims('the-forum'), nonce }
    const credential = await make({ claims, jwk, sign })
    const pressed = await send(url, { path: '/auth/oneTap', body: { credential }, headers: { cookie } })
    const project = { ...issuer.rightClaims('stoa-proof'), iss: PROJECT, auth_time: 1 }
    const idToken = await make({ claims: project, jwk, sign })
    const handed = await send(url, { path: '/user/createFirebaseUser', body: { idToken } })
    return pressed.ok || handed.ok ? what : null
  })
}

function publisherTokens({ url, issuer }: Target, tokens: HostileToken[]): Promise<Attack> {
  const sign: Parameters<HostileToken['make']>[0]['sign'] = (claims, header = {}) =>
    signWithSecret(SECRET, { claims, header })
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: SITE, aud: url, sub: 'reader', iat: now, exp: now + 300 }
  const more: HostileToken[] = [
    { what: 'access token type', make: () => sign(claims, { typ: 'at+jwt' }) },
    { what: 'valid for an hour', make: () => sign({ ...claims, exp: now + 3600 }) },
    { what: 'for another forum', make: () => sign({ ...claims, aud: 'https://forum.example' }) },
  ]
  return tryAll('hostile publisher tokens', [...tokens, ...more], async ({ what, make }) => {
    const token = await make({ claims, jwk: issuer.jwk, sign })
    const response = await send(url, { path: '/auth/embed/sso', body: { token }, headers: { origin: SITE } })
    return response.ok ? what : null
  })
}

function send(url: string, about: { path: string; body: object; headers?: Record<string, string> }): Promise<Response> {
  const { path, body, headers } = about
  return fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
