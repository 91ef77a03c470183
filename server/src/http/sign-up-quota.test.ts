import { RATE_LIMITS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp({ STOA_RATE_SCALE: '1' })
})
afterAll(() => stoa.close())

test('creating accounts from an address brings no allowance to create more', async () => {
  const signUp = (name: string, token?: string) => {
    const input = { username: name, email: `${name}@people.example`, password: 'Corr3ct-horse' }
    return stoa.call('authSignUp', input, token === undefined ? {} : { token })
  }
  const { points } = RATE_LIMITS.signUp
  let token = ''
  for (let count = 0; count < points; count += 1) {
    token = (await signUp(`maker_${count}`)).body.payload.accessToken
  }
  expect((await signUp('one_more', token)).body.code).toBe('RATE_LIMITED')
  // Reads, in contrast, count by account.
  expect((await stoa.call('me', {}, { token })).status).toBe(200)
})
