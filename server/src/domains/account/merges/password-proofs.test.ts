import { RATE_LIMITS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf } from '../../../../test/cookies.ts'
import { PASSWORD } from '../../../../test/factors.ts'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { confirmAddress, mailsTo } from '../../../../test/mailbox.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp({ STOA_RATE_SCALE: '1', STOA_TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => stoa.close())

test('an address can’t try more passwords through merges than by signing in, whatever accounts it creates', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.66' }
  const codes: unknown[] = []
  for (let account = 0; account < 5; account += 1) {
    const { token } = await stoa.member(`puppet_${account}`)
    for (let count = 0; count < 8; count += 1) {
      const input = { login: `nobody_${account}_${count}`, password: PASSWORD }
      codes.push((await stoa.call('userForwardProve', input, { token, headers })).body.code)
    }
  }
  const counts = new Map(codes.map((code) => [code, codes.filter((other) => other === code).length]))
  // From one network, fifteen passwords are checked and twenty-five requests accepted.
  expect(counts.get('INVALID_CREDENTIALS')).toBe(15)
  expect(counts.get('SIGN_IN_LOCKED')).toBe(RATE_LIMITS.signIn.points - 15)
  expect(counts.get('RATE_LIMITED')).toBe(40 - RATE_LIMITS.signIn.points)
})

test('an owner whose password was used in an unknown browser gets a mail', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.67' }
  const email = 'proved_demo@people.example'
  const made = await stoa.call('authSignUp', { username: 'proved_demo', email, password: PASSWORD }, { headers })
  await confirmAddress(stoa, email)
  const { token } = await stoa.member('proving_demo')
  const told = async () => (await mailsTo(stoa, email)).filter(({ subject }) => subject.startsWith('Your password'))
  const prove = (cookie = '') =>
    stoa.call(
      'userForwardProve',
      { login: 'proved_demo', password: PASSWORD },
      { token, headers: { ...headers, cookie } },
    )
  expect((await prove(cookiesOf(made.headers))).status).toBe(200)
  expect(await told()).toEqual([])
  expect((await prove()).status).toBe(200)
  expect(await told()).toHaveLength(1)
})
