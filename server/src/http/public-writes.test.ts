import { RATE_LIMITS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp({ STOA_RATE_SCALE: '1' })
})
afterAll(() => stoa.close())

test('accounts that were made from an address are no new allowance to make more of them there', async () => {
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
  // Reading, in contrast, is everybody's own.
  expect((await stoa.call('me', {}, { token })).status).toBe(200)
})
