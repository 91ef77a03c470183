import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress } from '../../../../../test/mailbox.ts'
import { mailsOf } from '../../../../../test/mails.ts'

const PASSWORD = 'Corr3ct-horse'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

async function signUp(username: string) {
  const email = `${username}@people.example`
  const answer = await stoa.call('authSignUp', { username, email, password: PASSWORD })
  await confirmAddress(stoa, email)
  return answer
}
const signIn = (login: string, headers: Record<string, string> = {}) =>
  stoa.call('authSignIn', { login, password: PASSWORD }, { headers: { 'user-agent': FIREFOX, ...headers } })
const noticesTo = async (username: string) =>
  (await mailsOf(stoa))
    .map((mail) => mail.replaceAll(/=\r?\n/g, ''))
    .filter((mail) => mail.includes(`To: ${username}@`) && mail.includes('New sign-in'))

test('the owner gets a mail about a browser that wasn’t used before, and about no other', async () => {
  const here = cookiesOf((await signUp('amy_demo')).headers)
  expect(await noticesTo('amy_demo')).toEqual([])
  await signIn('amy_demo', { cookie: here })
  expect(await noticesTo('amy_demo')).toEqual([])
  const elsewhere = cookiesOf((await signIn('amy_demo')).headers)
  const [notice = ''] = await noticesTo('amy_demo')
  expect(notice).toContain('Firefox on Linux')
  expect(notice).toContain('127.0.0.*')
  expect(notice).toContain('January 15, 2026 at 12:00 PM UTC')
  await signIn('amy_demo', { cookie: elsewhere })
  expect(await noticesTo('amy_demo')).toHaveLength(1)
})

test('a browser known to someone else counts as new, and a repeated request sends one mail', async () => {
  await signUp('bob_demo')
  const hers = cookiesOf((await signUp('cat_demo')).headers)
  const headers = { cookie: hers, 'idempotency-key': 'once' }
  await Promise.all([signIn('bob_demo', headers), signIn('bob_demo', headers)])
  await signIn('bob_demo', headers)
  expect(await noticesTo('bob_demo')).toHaveLength(1)
})
