import { expect, it } from 'vitest'
import { secondFactorOf, secondFactorOfHash } from './sign-in-step.ts'

it('reads the request for a second factor from an error and from an address', () => {
  const details = { challenge: 'c', methods: ['totp', 'magic'], passkeyOptions: undefined }
  expect(secondFactorOf({ code: 'SECOND_FACTOR_REQUIRED', message: '', details })).toEqual({
    challenge: 'c',
    methods: ['totp'],
    passkeyOptions: undefined,
  })
  expect(secondFactorOf({ code: 'INVALID_CREDENTIALS', message: '' })).toBeNull()
  expect(secondFactorOfHash('#secondFactor=c&methods=recovery+passkey')).toEqual({
    challenge: 'c',
    methods: ['recovery'],
  })
  expect(secondFactorOfHash('#secondFactor=c')?.methods).toEqual(['totp', 'recovery'])
  expect(secondFactorOfHash('#top')).toBeNull()
})
