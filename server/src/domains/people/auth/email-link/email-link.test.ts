import { EMAIL_LINK_TTL_MS, SIGN_IN_FREE_FAILURES } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { type Answer, startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmLink, mailsTo, newestMail } from '../../../../../test/mailbox.ts'

const PASSWORD = 'Corr3ct-horse'
let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp({ STOA_TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => stoa.close())

const request = (email: string, cookie = '') =>
  stoa.call('authEmailLinkRequest', { email }, { headers: cookie === '' ? {} : { cookie } })
const press = (token: string, headers: Record<string, string> = {}) =>
  stoa.call('authEmailLinkConfirm', { token }, { headers })
const type = (email: string, code: string, headers: Record<string, string> = {}) =>
  stoa.call('authEmailLinkConfirm', { email, code }, { headers })
const signUp = (username: string, email: string) => stoa.call('authSignUp', { username, email, password: PASSWORD })
const me = async (answer: Answer<'authEmailLinkConfirm' | 'authSignUp'>) =>
  (await stoa.call('me', {}, { token: answer.body.payload.accessToken })).body.payload.user
const account = (email: string) => stoa.app.services.accounts.createNameless({ email })
async function mailed(email: string) {
  await request(email)
  const { secret, code } = await newestMail(stoa, email)
  return { token: secret.get('token') ?? '', code }
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a mailed link signs in once and returns the page to go to', async () => {
  const id = await account('ann@mail.example')
  await stoa.call('authEmailLinkRequest', { email: 'Ann@mail.example', next: '/bbs/FORUM?a=1' })
  const { secret, text, subject } = await newestMail(stoa, 'Ann@mail.example')
  expect(text).toContain('http://localhost:3000/bbs/email-sign-in#token=')
  expect([subject, secret.get('next')]).toEqual(['Sign in to Stoa', '/bbs/FORUM?a=1'])
  const answer = await press(secret.get('token') ?? '')
  expect(await me(answer)).toMatchObject({ id })
  expect(cookiesOf(answer.headers)).toMatch(/stoa-refresh=/)
  expect((await press(secret.get('token') ?? '')).body.code).toBe('LINK_INVALID')
})

test('for an unknown address the confirmation creates an account with a neutral name', async () => {
  const { token } = await mailed('brand.new.person@mail.example')
  expect((await newestMail(stoa, 'brand.new.person@mail.example')).subject).toBe('Join Stoa')
  const user = await me(await press(token))
  expect(user.username).toMatch(/^member_[a-z2-9]{5}$/)
  expect(JSON.stringify(user)).not.toContain('brand')
  expect(await stoa.app.services.accounts.byConfirmedEmail('BRAND.new.person@mail.example')).toBe(user.id)
})

test('two links to one new address create one account', async () => {
  const [one, other] = [await mailed('twice@mail.example'), await mailed('twice@mail.example')]
  const users = await Promise.all([press(one.token), press(other.token)].map(async (answer) => me(await answer)))
  expect(users[0]?.id).toBe(users[1]?.id)
})

test('of twenty concurrent confirmations one signs in; with a shared idempotency key all get its response', async () => {
  await account('race@mail.example')
  const sessions = async () => (await stoa.database.read('sessions')).length
  const before = await sessions()
  const { token } = await mailed('race@mail.example')
  const answers = await Promise.all(Array.from({ length: 20 }, () => press(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'LINK_INVALID']))
  expect(await sessions()).toBe(before + 1)
  const again = await mailed('race@mail.example')
  const keyed = Array.from({ length: 20 }, () => press(again.token, { 'idempotency-key': 'one press' }))
  const bodies = (await Promise.all(keyed)).map(({ body }) => JSON.stringify(body))
  expect([new Set(bodies).size, await sessions()]).toEqual([1, before + 2])
})

test('opening the page or reading the call doesn’t use up a link', async () => {
  await account('scanned@mail.example')
  const { token } = await mailed('scanned@mail.example')
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    await fetch(`${stoa.url}/bbs/email-sign-in?token=${token}`, { method })
    await fetch(`${stoa.url}/api/auth/emailLink/confirm?token=${token}`, { method })
  }
  expect((await press(token)).status).toBe(200)
})

test('a link is valid for ten minutes', async () => {
  await account('late@mail.example')
  const { token } = await mailed('late@mail.example')
  stoa.clock.advance(EMAIL_LINK_TTL_MS)
  expect((await press(token)).body.code).toBe('LINK_INVALID')
})

test('the code signs in on another device and invalidates its link', async () => {
  const id = await account('code@mail.example')
  const { token, code } = await mailed('code@mail.example')
  expect((await type('code@mail.example', wrong(code))).body.code).toBe('LINK_INVALID')
  expect(await me(await type('CODE@mail.example', code))).toMatchObject({ id })
  expect((await press(token)).body.code).toBe('LINK_INVALID')
})

const from = (index: number) => ({ 'x-forwarded-for': `203.0.${113 + (index >> 8)}.${index & 255}` })

test.each(['known@guess.example', 'unknown@guess.example'])(
  'guessing the code for %s locks out the guesser’s network but not the reader',
  async (email) => {
    if (email.startsWith('known')) await account(email)
    // Guess before a mail is sent, and after.
    const guess = async (code: string) => (await type(email, code, from(1))).body.code
    const codes = []
    for (let count = 0; count <= SIGN_IN_FREE_FAILURES; count += 1) codes.push(await guess('111111'))
    expect(codes).toEqual([...Array(SIGN_IN_FREE_FAILURES).fill('LINK_INVALID'), 'SIGN_IN_LOCKED'])
    const asked = await request(email)
    const { code } = await newestMail(stoa, email)
    expect(await guess(code)).toBe('SIGN_IN_LOCKED')
    for (let network = 2; network < 30; network += 1) await type(email, wrong(code), from(network))
    expect((await type(email, code, from(40))).body.code).toBe('LINK_INVALID')
    const cookie = cookiesOf(asked.headers)
    expect((await type(email, wrong(code), { cookie })).body.code).toBe('LINK_INVALID')
    expect((await type(email, code, { cookie })).status).toBe(200)
  },
)

test('guesses from many networks are limited to a few codes for a while; the link stays valid', async () => {
  const email = 'botnet@guess.example'
  const codes = []
  for (let network = 0; network < 11; network += 1) {
    const attacker = await stoa.call('authEmailLinkRequest', { email }, { headers: from(network) })
    const { code } = await newestMail(stoa, email)
    const headers = { ...from(network), cookie: cookiesOf(attacker.headers) }
    for (let count = 0; count < SIGN_IN_FREE_FAILURES - 2; count += 1)
      codes.push((await type(email, wrong(code), headers)).body.code)
  }
  expect(codes.filter((code) => code === 'LINK_INVALID')).toHaveLength(8 * SIGN_IN_FREE_FAILURES)
  expect(codes.at(-1)).toBe('SIGN_IN_LOCKED')
  const { secret } = await newestMail(stoa, email)
  expect((await press(secret.get('token') ?? '')).status).toBe(200)
})

test('a repeated request for a mail marks the browser like the first one', async () => {
  const ask = () =>
    stoa.call('authEmailLinkRequest', { email: 'lost@mail.example' }, { headers: { 'idempotency-key': 'lost answer' } })
  const [first, repeat] = [await ask(), await ask()]
  expect(cookiesOf(repeat.headers)).toBe(cookiesOf(first.headers))
  expect(await mailsTo(stoa, 'lost@mail.example')).toHaveLength(1)
})

test('signing up with another person’s address gains nothing when that person signs in', async () => {
  const attacker = await signUp('early_bird', 'victim@mail.example')
  const { token } = await mailed('victim@mail.example')
  const victim = await me(await press(token))
  expect(victim.id).not.toBe(attacker.body.payload.userId)
  const login = await stoa.call('authSignIn', { login: 'victim@mail.example', password: PASSWORD })
  expect(login.body.code).toBe('INVALID_CREDENTIALS')
  const confirm = (await mailsTo(stoa, 'victim@mail.example'))[0]?.secret.get('confirm') ?? ''
  expect((await confirmLink(stoa, confirm)).body.code).toBe('LINK_INVALID')
})

test('for an account with an unconfirmed address the mail and its confirmation depend on the browser', async () => {
  const email = 'waits@mail.example'
  const own = await signUp('waiting_demo', email)
  const words = async (headers = {}) => {
    const answer = await stoa.call('authEmailLinkRequest', { email }, { headers })
    expect(answer.body.payload).toEqual({})
    const { subject, text } = await newestMail(stoa, email)
    return { subject, text: text.replaceAll(/\s+/g, ' ') }
  }
  for (const headers of [{}, { cookie: cookiesOf(own.headers) }]) {
    const { subject, text } = await words(headers)
    expect(subject).toBe('Sign in to Stoa')
    expect(text).toContain('entered for the account waiting_demo on Stoa, but hasn’t been confirmed yet')
    expect(text).toContain('In any other browser, it creates a new account')
    expect(text).not.toContain('There’s no account')
  }
  for (const name of ['waiting_two', 'waiting_three', 'waiting_four']) await signUp(name, email)
  const { text } = await words()
  expect(text).toContain('the accounts waiting_demo, waiting_two, waiting_three and others on Stoa')
  expect(text).not.toContain('waiting_four')
})

test('in the browser that signed up the link confirms the account’s address', async () => {
  const own = await signUp('same_person', 'same@mail.example')
  const { token } = await mailed('same@mail.example')
  expect(await me(await press(token, { cookie: cookiesOf(own.headers) }))).toMatchObject({ username: 'same_person' })
  expect((await stoa.call('authSignIn', { login: 'same@mail.example', password: PASSWORD })).status).toBe(200)
})

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
  'a link never redirects to %j',
  async (next) => {
    const answer = await stoa.call('authEmailLinkRequest', { email: 'next@mail.example', next })
    expect(answer.body.code).toBe('VALIDATION_FAILED')
  },
)

test('a confirmation without a token or code is refused, naming the field', async () => {
  for (const input of [
    {},
    { email: 'a@mail.example' },
    { code: '123456' },
    { token: 'x', email: 'a@b.co', code: '123456' },
  ])
    expect((await stoa.call('authEmailLinkConfirm', input)).body.code).toBe('VALIDATION_FAILED')
})
