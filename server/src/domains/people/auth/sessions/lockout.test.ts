import { SIGN_IN_FREE_FAILURES, SIGN_IN_LOCKOUT_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { isDomainError } from '../../../../platform/domain-error.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp({ STOA_TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => stoa.close())

/** How long an attempt has to wait; 0 if it needn't. */
async function wait(account: string, source = 'here'): Promise<number> {
  try {
    await stoa.app.services.lockout.begin({ account, source })
    return 0
  } catch (error) {
    const details = isDomainError(error) ? error.details : undefined
    return details && 'retryAfterMs' in details ? details.retryAfterMs : Number.NaN
  }
}

test('after eight failures each next attempt waits twice as long, up to an hour', async () => {
  const delays = []
  for (let count = 0; count < SIGN_IN_FREE_FAILURES + 9; count += 1) {
    expect(await wait('a')).toBe(0)
    const delay = count < SIGN_IN_FREE_FAILURES - 1 ? 0 : await wait('a')
    delays.push(delay / 60_000)
    stoa.clock.advance(delay)
  }
  expect(delays).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
  expect(SIGN_IN_LOCKOUT_MS).toBe(60 * 60_000)
})

test('failures elsewhere, of others, before a success or of yesterday don’t count', async () => {
  for (let count = 0; count < SIGN_IN_FREE_FAILURES; count += 1) await wait('c')
  expect(await wait('c')).toBeGreaterThan(0)
  expect([await wait('c', 'elsewhere'), await wait('d')]).toEqual([0, 0])
  await stoa.app.services.lockout.succeed({ account: 'c', source: 'here' })
  expect(await wait('c')).toBe(0)
  for (let count = 0; count < SIGN_IN_FREE_FAILURES - 2; count += 1) await wait('c')
  stoa.clock.advance(25 * 60 * 60_000)
  expect([await wait('c'), await wait('c')]).toEqual([0, 0])
})

test('an account can’t be guessed from many parts of one network', async () => {
  const { username } = await newMember()
  const codes = []
  for (let count = 0; count < SIGN_IN_FREE_FAILURES * 5; count += 1) {
    const address = { 'x-forwarded-for': `2001:db8:9:${(count % 250).toString(16)}::1` }
    codes.push(
      (await stoa.call('authSignIn', { login: username, password: 'Wr0ng-horse' }, { headers: address })).body.code,
    )
  }
  // A /56 gets as many tries as four people.
  const free = SIGN_IN_FREE_FAILURES * 4
  expect(codes.slice(0, free)).toEqual(Array(free).fill('INVALID_CREDENTIALS'))
  expect(new Set(codes.slice(free))).toEqual(new Set(['SIGN_IN_LOCKED']))
})

async function newMember() {
  const username = 'guessed_at'
  await stoa.call('authSignUp', { username, email: 'guessed@people.example', password: 'Corr3ct-horse' })
  return { username }
}
