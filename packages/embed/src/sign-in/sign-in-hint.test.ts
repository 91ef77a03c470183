import { afterEach, expect, it, vi } from 'vitest'
import { hasSignedIn, rememberSignedIn } from './sign-in-hint.ts'

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

it('remembers only that somebody signed in', () => {
  expect(hasSignedIn()).toBe(false)
  rememberSignedIn(true)
  expect(hasSignedIn()).toBe(true)
  expect(localStorage.length).toBe(1)
  expect(localStorage.getItem(localStorage.key(0) ?? '')).toBe('1')
  rememberSignedIn(false)
  expect(hasSignedIn()).toBe(false)
  expect(localStorage.length).toBe(0)
})

it('does without storage where the browser refuses it', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  expect(() => rememberSignedIn(true)).not.toThrow()
  expect(hasSignedIn()).toBe(false)
})
