// @vitest-environment node
import { expect, test } from 'vitest'
import { consentCookie, isOptedOut, readConsent } from './consent.ts'

const everything = { statistics: true, ads: true }
const nothing = { statistics: false, ads: false }
const read = (cookies: string, { optedOut = false, isRequired = true } = {}) =>
  readConsent({ cookies, isOptedOut: optedOut }, isRequired)

test('nothing is allowed before a choice where one is required, everything elsewhere', () => {
  expect(read('')).toEqual({ isDecided: false, ...nothing })
  expect(read('', { isRequired: false })).toEqual({ isDecided: true, ...everything })
})

test.each([nothing, everything, { statistics: true, ads: false }, { statistics: false, ads: true }])(
  'what a cookie stores, it tells: %j',
  (choice) => {
    const [cookie = ''] = consentCookie(choice).split('; ')
    expect(read(`a=1; ${cookie}; b=2`)).toEqual({ isDecided: true, ...choice })
    // Also where nobody must be asked.
    expect(read(cookie, { isRequired: false })).toEqual({ isDecided: true, ...choice })
  },
)

test('the cookie is first-party and lasts for half a year', () => {
  expect(consentCookie(everything)).toBe(
    'stoa_consent=1.statistics.ads; Path=/; Max-Age=15724800; SameSite=Lax; Secure',
  )
  expect(consentCookie(nothing, { isSecure: false })).toBe('stoa_consent=1; Path=/; Max-Age=15724800; SameSite=Lax')
})

test.each(['stoa_consent=2.ads', 'stoa_consent=', 'not_stoa_consent=1.ads', 'stoa_consent=ads'])(
  '%j is no choice',
  (cookies) => expect(read(cookies)).toEqual({ isDecided: false, ...nothing }),
)

test('Do Not Track and Global Privacy Control refuse everything, without a question', () => {
  expect(read('stoa_consent=1.statistics.ads', { optedOut: true })).toEqual({ isDecided: true, ...nothing })
  expect(read('', { optedOut: true, isRequired: false })).toEqual({ isDecided: true, ...nothing })
  expect(
    [{ doNotTrack: '1' }, { globalPrivacyControl: true }, { doNotTrack: null }, { doNotTrack: '0' }].map(isOptedOut),
  ).toEqual([true, true, false, false])
})
