import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { askedOf, codeOf, inBrowser, PASSWORD, startPerson } from '../../../../../test/factors.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress, mailsTo } from '../../../../../test/mailbox.ts'
import { addressBuckets } from '../../../../platform/security/address.ts'
import { deviceWords, shownAddress } from './devices.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const emailOf = (username: string) => `${username}@people.example`
async function signUp(username: string, cookie = '') {
  const input = { username, email: emailOf(username), password: PASSWORD }
  const made = await stoa.call('authSignUp', input, { headers: { cookie } })
  await confirmAddress(stoa, emailOf(username))
  return { cookie: cookiesOf(made.headers), token: made.body.payload.accessToken }
}
const signIn = (login: string, cookie = '', password = PASSWORD) =>
  stoa.call('authSignIn', { login, password }, { headers: { cookie } })
/** Number of mails about a sign-in from an unknown browser. */
const told = async (username: string) =>
  (await mailsTo(stoa, emailOf(username))).filter(({ subject }) => subject.startsWith('New sign-in')).length

test('a browser is known to each account used in it', async () => {
  const first = await signUp('ann_demo')
  const second = await signUp('bob_demo', first.cookie)
  await signIn('ann_demo', second.cookie)
  await signIn('bob_demo', second.cookie)
  expect([await told('ann_demo'), await told('bob_demo')]).toEqual([0, 0])
  await signIn('ann_demo')
  expect(await told('ann_demo')).toBe(1)
})

test('a cookie not issued here is replaced', async () => {
  await signUp('cat_demo')
  const { headers } = await signIn('cat_demo', 'stoa-device=bWFkZV9lbHNld2hlcmU.bWFkZV9lbHNld2hlcmU')
  expect(cookiesOf(headers)).not.toContain('bWFkZV9lbHNld2hlcmU')
  expect(await told('cat_demo')).toBe(1)
})

const endings: Record<string, (own: { token: string; cookie: string }) => Promise<unknown>> = {
  'a new password': ({ token }) => stoa.call('authPasswordChange', { password: 'An0ther-horse' }, { token }),
  'signing out elsewhere': ({ token }) => stoa.call('sessionEnd', { others: true }, { token }),
  'signing out everywhere': ({ cookie }) => stoa.call('authSignOut', { everywhere: true }, { headers: { cookie } }),
}
let made = 0
test.each(Object.keys(endings))('%s makes all other browsers unknown but keeps its own', async (ending) => {
  const name = `ended_${(made += 1)}`
  const own = await signUp(name)
  const other = cookiesOf((await signIn(name)).headers)
  await endings[ending]?.(own)
  const password = ending === 'a new password' ? 'An0ther-horse' : PASSWORD
  const before = await told(name)
  expect((await signIn(name, own.cookie, password)).status).toBe(200)
  expect(await told(name)).toBe(before)
  await signIn(name, other, password)
  expect(await told(name)).toBe(before + 1)
})

test('signing out elsewhere makes that browser unknown, but not the requesting one', async () => {
  const own = await signUp('dan_demo')
  const other = cookiesOf((await signIn('dan_demo')).headers)
  const again = await signIn('dan_demo', own.cookie)
  const list = await stoa.call('sessionList', {}, { token: again.body.payload.accessToken })
  for (const { id, current } of list.body.payload.items) {
    if (!current) await stoa.call('sessionEnd', { sessionId: id }, { token: again.body.payload.accessToken })
  }
  const before = await told('dan_demo')
  await signIn('dan_demo', own.cookie)
  expect(await told('dan_demo')).toBe(before)
  await signIn('dan_demo', other)
  expect(await told('dan_demo')).toBe(before + 1)
})

test('browsers known only by a password have no separate limit of guesses once codes are required', async () => {
  const person = await startPerson(stoa, 'marks_demo')
  const marks = []
  for (let count = 0; count < 3; count += 1) marks.push(cookiesOf((await signIn('marks_demo')).headers))
  const { secret } = await person.setUp()
  const codes = []
  for (const cookie of marks) {
    const headers = inBrowser({ cookie })
    const { challenge } = askedOf(
      (await stoa.call('authSignIn', { login: 'marks_demo', password: PASSWORD }, { headers })).body,
    )
    for (let count = 0; count < 8; count += 1) {
      const code = codeOf(secret, stoa.clock.now() - 3_600_000 * (count + 1))
      codes.push((await stoa.call('authSecondFactor', { challenge, code }, { headers })).body.code)
    }
  }
  expect(codes.filter((code) => code === 'CODE_INVALID')).toHaveLength(8)
})

test('a browser is forgotten after a year without use', async () => {
  const { cookie } = await signUp('eve_demo')
  stoa.clock.advance(366 * 24 * 60 * 60 * 1000)
  await stoa.app.services.sessions.cleanUp()
  expect(await stoa.database.read('known_devices').where('seen_at', '<', stoa.clock.now() - 1000)).toEqual([])
  await signIn('eve_demo', cookie)
  expect(await told('eve_demo')).toBe(1)
})

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`,
    'Opera on Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${WEBKIT} SamsungBrowser/27.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['curl/8.5.0', ''],
  ['Something on Windows', 'Windows'],
  ['', ''],
])('%s is %j', (userAgent, words) => expect(deviceWords(userAgent)).toBe(words))

test('a hostile user agent takes little time', () => {
  const before = process.cpuUsage()
  expect(deviceWords('Version/'.repeat(500))).toBe('')
  const { user, system } = process.cpuUsage(before)
  expect(user + system).toBeLessThan(20_000)
})

test.each([
  ['203.0.113.77', '203.0.113.*'],
  ['2001:db8:1::5', '2001:db8:1:0::'],
  ['nonsense', ''],
])('the address %s is shown as its network: %j', (address, shown) => {
  expect(shownAddress(addressBuckets(address)[0]?.prefix ?? '')).toBe(shown)
})
