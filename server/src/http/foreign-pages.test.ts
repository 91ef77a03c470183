import { afterEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { type HostResponse, requestAsHost } from '../../test/request-as-host.ts'
import { seedCommunity } from '../../test/seed-community.ts'
import { createRouter } from './express.ts'

const EVIL = 'https://evil.example'
const PASSWORD = 'Corr3ct-horse-battery'
/** Headers a browser sends for another site's page. */
const POSTED = { origin: EVIL, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
const IMAGE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
const NAVIGATION = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

let stoa: TestApp
afterEach(() => stoa.close())

/** Starts with production limits and a member with a password. */
async function start() {
  const made = { pages: 0 }
  stoa = await startTestApp(
    { STOA_RATE_SCALE: '1', LOG_LEVEL: 'silent' },
    {
      files: { 'providers.json': { google: { clientId: 'id', clientSecret: 'secret' } } },
      pages: {
        address: (path) => ({ path, isKnown: true }),
        routes: ({ limit }) =>
          createRouter().get('/{*any}', limit, (_request, response) => {
            made.pages += 1
            response.type('html').send('<p></p>')
          }),
      },
    },
  )
  await seedCommunity(stoa)
  const signUp = { username: 'ada_demo', email: 'ada@mail.example', password: PASSWORD }
  expect((await stoa.call('authSignUp', signUp)).status).toBe(200)
  return made
}

const signIn = async () => (await stoa.call('authSignIn', { login: 'ada_demo', password: PASSWORD })).status

const post = (path: string, headers: Record<string, string>) =>
  requestAsHost(stoa, path, { requestBody: '{}', headers: { 'content-type': 'application/json', ...headers } })

const get = (path: string, headers: Record<string, string>) => requestAsHost(stoa, path, { headers })

async function codes(count: number, send: () => Promise<HostResponse>): Promise<Set<string>> {
  const found = new Set<string>()
  for (let sent = 0; sent < count; sent += 1) {
    const { status, body } = await send()
    found.add(`${status} ${body.code}`)
  }
  return found
}

test.each(['/api/auth/signIn', '/api/auth/emailLink/confirm', '/api/auth/signUp'])(
  '200 cross-site posts to %s don’t keep anyone from signing in',
  async (path) => {
    await start()
    expect(await codes(200, () => post(path, POSTED))).toEqual(new Set(['403 CSRF_REFUSED']))
    expect(await signIn()).toBe(200)
  },
)

test('200 posts from an unregistered site to a call without a cookie count against no limit', async () => {
  await start()
  const refused = new Set(['403 ORIGIN_NOT_REGISTERED'])
  expect(await codes(200, () => post('/api/auth/embed/sso', POSTED))).toEqual(refused)
  expect(await codes(200, () => post('/api/comment/create', POSTED))).toEqual(refused)
  expect(await signIn()).toBe(200)
  const fromHome = await post('/api/comment/create', { origin: new URL(stoa.url).origin })
  expect(fromHome.status).toBe(401)
})

test.each(['start', 'callback?state=x&code=y'])(
  'cross-site images of a provider’s /%s are refused and don’t keep anyone from signing in',
  async (end) => {
    await start()
    const path = `/api/auth/provider/google/${end}`
    for (const headers of [IMAGE, { ...NAVIGATION, 'sec-fetch-dest': 'iframe' }])
      expect(await codes(100, () => get(path, headers))).toEqual(new Set(['403 CSRF_REFUSED']))
    expect(await signIn()).toBe(200)
  },
)

test('an image on the forum’s own page can’t start a provider sign-in either', async () => {
  await start()
  const own = { ...IMAGE, 'sec-fetch-site': 'same-origin' }
  expect((await get('/api/auth/provider/google/start', own)).status).toBe(403)
})

test('200 cross-site navigations to a provider lead to the sign-in page and count against no limit', async () => {
  await start()
  for (let sent = 0; sent < 200; sent += 1) {
    const answer = await get('/api/auth/provider/google/start?next=%2Fbbs', NAVIGATION)
    expect([answer.status, answer.headers.location]).toEqual([303, '/bbs/login?next=%2Fbbs'])
  }
  expect(await signIn()).toBe(200)
})

test('a navigation back from a provider is allowed', async () => {
  await start()
  const answer = await get('/api/auth/provider/google/callback?state=x', NAVIGATION)
  expect([answer.status, answer.headers.location]).toEqual([303, '/bbs/login?next=%2F&error=PROVIDER_FAILED'])
})

test('200 cross-site navigations to the provider callback don’t keep anyone from signing in', async () => {
  await start()
  for (let sent = 0; sent < 200; sent += 1) {
    const answer = await get(`/api/auth/provider/google/callback?state=${sent}&code=x`, NAVIGATION)
    expect([answer.status, answer.headers.location]).toEqual([303, '/bbs/login?next=%2F&error=PROVIDER_FAILED'])
  }
  expect(await signIn()).toBe(200)
})

test('another site can’t load pages and calls as images or use up its reader’s limits', async () => {
  const made = await start()
  for (const path of ['/api/me', '/api/communities?limit=1', '/bbs/FORUM', '/unsubscribe?token=x'])
    expect(await codes(3, () => get(path, IMAGE))).toEqual(new Set(['403 CSRF_REFUSED']))
  expect(await codes(3, () => get('/bbs', { ...NAVIGATION, 'sec-fetch-dest': 'iframe' }))).toEqual(
    new Set(['403 CSRF_REFUSED']),
  )
  expect(made.pages).toBe(0)
  expect((await get('/bbs', NAVIGATION)).status).toBe(200)
  expect((await get('/api/communities', POSTED)).status).toBe(200)
})
