import { afterEach, expect, it, vi } from 'vitest'
import { hasSignedIn, rememberSignedIn } from './sign-in-hint.ts'

const FORUM = 'https://forum.example'

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

it('remembers only that somebody signed in', () => {
  expect(hasSignedIn(FORUM)).toBe(false)
  rememberSignedIn(FORUM, true)
  expect(hasSignedIn(FORUM)).toBe(true)
  expect(localStorage.length).toBe(1)
  expect(localStorage.getItem(localStorage.key(0) ?? '')).toBe('1')
  rememberSignedIn(FORUM, false)
  expect(hasSignedIn(FORUM)).toBe(false)
  expect(localStorage.length).toBe(0)
})

it('separates two forums on one site', () => {
  rememberSignedIn(FORUM, true)
  expect(hasSignedIn('https://other.example')).toBe(false)
  rememberSignedIn('https://other.example', false)
  expect(hasSignedIn(FORUM)).toBe(true)
})

it('works without storage if the browser refuses it', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  expect(() => rememberSignedIn(FORUM, true)).not.toThrow()
  expect(hasSignedIn(FORUM)).toBe(false)
})
