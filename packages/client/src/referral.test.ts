import { beforeEach, expect, test } from 'vitest'
import { readReferral, saveReferral } from './referral.ts'

beforeEach(() => localStorage.clear())

test('the first landing determines the referral', () => {
  saveReferral('?refBy=ada_demo&refFrom=newsletter&x=1', localStorage)
  saveReferral('?refBy=somebody_else', localStorage)
  expect(readReferral(localStorage)).toEqual({ refBy: 'ada_demo', refFrom: 'newsletter' })
})

test('a direct first visit has no referral, whatever link is followed later', () => {
  saveReferral('', localStorage)
  saveReferral('?refBy=ada_demo', localStorage)
  expect(readReferral(localStorage)).toEqual({})
})

test('long values are cut, invalid ones ignored, and storage may be missing', () => {
  saveReferral(`?refBy=${'x'.repeat(500)}`, localStorage)
  expect(readReferral(localStorage).refBy).toHaveLength(100)
  localStorage.setItem('stoa.referral', '{"refBy":7')
  expect(readReferral(localStorage)).toEqual({})
  const none = { getItem: () => null, setItem() {}, removeItem() {} }
  saveReferral('?refBy=ada_demo', none)
  expect(readReferral(none)).toEqual({})
})
