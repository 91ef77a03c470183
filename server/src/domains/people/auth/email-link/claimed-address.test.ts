import { EMAIL_ALLOWANCE, EMAIL_CONFIRM_TTL_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { ASKED_COOKIE, askedOf, codeOf, PASSWORD } from '../../../../../test/factors.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress, mailsTo, newestMail } from '../../../../../test/mailbox.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

/** A person who has signed up with an address, and their browser. */
async function waiting(username: string) {
  const email = `${username}@people.example`
  const { body, headers } = await stoa.call('authSignUp', { username, email, password: PASSWORD })
  const { userId, accessToken: token } = body.payload
  return { userId, token, email, cookie: cookiesOf(headers) }
}
type Waiting = Awaited<ReturnType<typeof waiting>>

/** Requests a sign-in mail and opens its link in the browser. */
async function press({ email }: Waiting, cookie: string) {
  await stoa.call('authEmailLinkRequest', { email }, { headers: { cookie } })
  const token = (await newestMail(stoa, email)).secret.get('token') ?? ''
  return stoa.call('authEmailLinkConfirm', { token }, { headers: { cookie } })
}
const signOut = ({ cookie }: Waiting) => stoa.call('authSignOut', {}, { headers: { cookie } })
const ownerOf = ({ email }: Waiting) => stoa.app.services.accounts.byConfirmedEmail(email)

test('a mailed link confirms the claimed address in a browser signed in to the account, even much later', async () => {
  const ann = await waiting('ann_demo')
  stoa.clock.advance(EMAIL_CONFIRM_TTL_MS + 1)
  expect((await press(ann, ann.cookie)).body.payload.userId).toBe(ann.userId)
  expect(await ownerOf(ann)).toBe(ann.userId)
})

test('in a browser that has signed out it does so only while the confirmation mail is valid', async () => {
  const [bob, cat] = [await waiting('bob_demo'), await waiting('cat_demo')]
  for (const person of [bob, cat]) await signOut(person)
  expect((await press(bob, bob.cookie)).body.payload.userId).toBe(bob.userId)
  expect(await ownerOf(bob)).toBe(bob.userId)
  stoa.clock.advance(EMAIL_CONFIRM_TTL_MS + 1)
  // By now somebody else may use the browser, who reads the address but doesn't know the account.
  expect((await press(cat, cat.cookie)).body.payload.userId).not.toBe(cat.userId)
  expect(await ownerOf(cat)).not.toBe(cat.userId)
})

test.each(['answered', 'left', 'called off'])(
  'an account with a second factor gets the address once that is verified: %s',
  async (end) => {
    const dan = await waiting(`dan_${end.replace(' ', '_')}`)
    const { secret } = (await stoa.call('totpBegin', {}, { token: dan.token })).body.payload
    await stoa.call('totpConfirm', { code: codeOf(secret, stoa.clock.now()) }, { token: dan.token })
    stoa.clock.advance(30_000)
    const cookie = `${ASKED_COOKIE}; ${dan.cookie}`
    const { challenge } = askedOf((await press(dan, cookie)).body)
    expect(await ownerOf(dan)).toBeNull()
    if (end === 'left') return
    if (end === 'called off') await stoa.app.services.sessions.endAllOf(dan.userId)
    const input = { challenge, code: codeOf(secret, stoa.clock.now()) }
    const { body } = await stoa.call('authSecondFactor', input, { headers: { cookie } })
    expect(body.code ?? body.payload.userId).toBe(end === 'answered' ? dan.userId : 'CHALLENGE_INVALID')
    expect(await ownerOf(dan)).toBe(end === 'answered' ? dan.userId : null)
  },
)

test('signing in to an account that was merged into another makes the browser known for its address', async () => {
  const strict = await startTestApp({ STOA_RATE_SCALE: '1', STOA_TRUSTED_PROXIES: 'loopback' })
  const home = { 'x-forwarded-for': '192.0.2.7' }
  const signUp = async (username: string) => {
    const email = `${username}@people.example`
    const { body } = await strict.call('authSignUp', { username, email, password: PASSWORD }, { headers: home })
    await confirmAddress(strict, email)
    return { email, userId: body.payload.userId }
  }
  const [main, { email, userId }] = [await signUp('main_demo'), await signUp('merged_demo')]
  await strict.database.transaction(({ connection }) =>
    connection('users').where({ id: userId }).update({ forward_to: main.userId }),
  )
  const { headers } = await strict.call('authSignIn', { login: email, password: PASSWORD }, { headers: home })
  const ask = (cookie: string) =>
    strict.call('authEmailLinkRequest', { email }, { headers: { 'x-forwarded-for': '198.51.100.7', cookie } })
  const before = (await mailsTo(strict, email)).length
  for (let count = 0; count <= EMAIL_ALLOWANCE.mails; count += 1) await ask('')
  expect(await mailsTo(strict, email)).toHaveLength(before + EMAIL_ALLOWANCE.mails)
  await ask(cookiesOf(headers))
  expect(await mailsTo(strict, email)).toHaveLength(before + EMAIL_ALLOWANCE.mails + 1)
  await strict.close()
})
