import { beforeEach, expect, test } from 'vitest'
import { readVisitorId } from './visitor-id.ts'

beforeEach(() => localStorage.clear())

test('a browser’s id is created once', () => {
  const id = readVisitorId()
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(readVisitorId()).toBe(id)
})

test('without storage there is still an id', () => {
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError')
  }
  expect(readVisitorId(refuse)).toMatch(/^[0-9a-f]{32}$/)
})
