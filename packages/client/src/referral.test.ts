import { beforeEach, expect, test } from 'vitest'
import { readReferral, saveReferral } from './referral.ts'

beforeEach(() => localStorage.clear())

test('the first landing tells who brought somebody, and no later one', () => {
  saveReferral('?refBy=ada_demo&refFrom=newsletter&x=1', localStorage)
  saveReferral('?refBy=somebody_else', localStorage)
  expect(readReferral(localStorage)).toEqual({ refBy: 'ada_demo', refFrom: 'newsletter' })
})

test('somebody who came by themselves was brought by nobody, whatever link they follow later', () => {
  saveReferral('', localStorage)
  saveReferral('?refBy=ada_demo', localStorage)
  expect(readReferral(localStorage)).toEqual({})
})

test('what is too long is cut, what is broken is nothing, and storage may be missing', () => {
  saveReferral(`?refBy=${'x'.repeat(500)}`, localStorage)
  expect(readReferral(localStorage).refBy).toHaveLength(100)
  localStorage.setItem('stoa.referral', '{"refBy":7')
  expect(readReferral(localStorage)).toEqual({})
  saveReferral('?refBy=ada_demo', null)
  expect(readReferral(null)).toEqual({})
})
