import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/harness.ts'
import { SIGN_IN_METHODS, type SignInMethods, startSignInMethods } from '../../../../test/sign-in-methods.ts'

let open: SignInMethods
let stoa: TestApp
/** The referrer. */
let bringer: string

beforeAll(async () => {
  open = await startSignInMethods()
  stoa = open.stoa
  bringer = (await stoa.member('brings_others')).id
})
afterAll(() => open.close())

const referralOf = (userId: string | null) =>
  stoa.database.read('users').where({ id: userId }).first('ref_by', 'ref_from')

test.each(SIGN_IN_METHODS)('the referrer is stored with the account that %s creates, and never later', async (name) => {
  const come = open.methods[name]
  const who = (more: string) => `${name.replace(/\W/g, '')}-${more}`
  const brought = await come(who('brought'), { refBy: 'Brings_Others', refFrom: 'letter' })
  expect(await referralOf(brought)).toEqual({ ref_by: bringer, ref_from: 'letter' })
  const byId = await come(who('by-id'), { refBy: bringer })
  expect(await referralOf(byId)).toEqual({ ref_by: bringer, ref_from: null })

  const alone = await come(who('alone'), {})
  expect(await come(who('alone'), { refBy: 'Brings_Others', refFrom: 'later' })).toBe(alone)
  expect(await referralOf(alone)).toEqual({ ref_by: null, ref_from: null })
  expect(await come(who('brought'), { refBy: alone ?? '', refFrom: 'later' })).toBe(brought)
  expect(await referralOf(brought)).toEqual({ ref_by: bringer, ref_from: 'letter' })

  const byNobody = await come(who('by-nobody'), { refBy: 'nobody_known' })
  expect(await referralOf(byNobody)).toEqual({ ref_by: null, ref_from: null })
  // Signing in again doesn't create an account.
  expect(await come(who('by-nobody'), { refBy: byNobody ?? '' })).toBe(byNobody)
  expect(await referralOf(byNobody)).toEqual({ ref_by: null, ref_from: null })
})

test('a referral that is too long is refused in calls and ignored in redirects', async () => {
  const refBy = 'x'.repeat(101)
  expect((await stoa.call('authEmailLinkConfirm', { token: 'x', refBy })).body.code).toBe('VALIDATION_FAILED')
  const led = await open.methods['a provider']('too-long', { refBy, refFrom: 'letter' })
  expect(await referralOf(led ?? '')).toEqual({ ref_by: null, ref_from: 'letter' })
})
