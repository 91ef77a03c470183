import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { pageStorage } from './page-storage.ts'
import { readVisitorId } from './visitor-id.ts'

beforeEach(() => localStorage.clear())

test('a browser’s id is created once', () => {
  const id = readVisitorId()
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(readVisitorId()).toBe(id)
})

test('without storage there is still an id', () => {
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(readVisitorId()).toMatch(/^[0-9a-f]{32}$/)
})

test('with a full storage the id and other values last as long as their tab', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (this === localStorage) throw new DOMException('Full', 'QuotaExceededError')
    Reflect.set(this, key, value)
  })
  onTestFinished(() => {
    full.mockRestore()
    sessionStorage.clear()
  })
  const id = readVisitorId()
  expect([readVisitorId(), pageStorage('local').getItem('stoa.visitor')]).toEqual([id, id])
  pageStorage('local').removeItem('stoa.visitor')
  expect(readVisitorId()).not.toBe(id)
})
