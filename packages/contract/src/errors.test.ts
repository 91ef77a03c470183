// @vitest-environment node
import { expect, test } from 'vitest'
import { calls } from './calls/index.ts'
import { errors } from './errors.ts'

test.each([
  ['BANNED', 'banned'],
  ['RATE_LIMITED', 'rate limit'],
  ['COMMENT_HIDDEN', 'is hidden'],
  ['POST_DELETED', 'is hidden'],
  ['HIDDEN_BY_DOMAIN_ADMIN', 'hidden by domain admin'],
  ['NOT_FOUND', 'ot found'],
  ['POST_NOT_FOUND', 'not found'],
  ['COMMENT_NOT_FOUND', 'not found'],
  ['COMMUNITY_NOT_FOUND', 'not found'],
  ['USER_NOT_FOUND', 'not found'],
] as const)('the message of %s contains the words %j that clients match on', (code, words) => {
  expect(errors[code].message).toContain(words)
})

test('no other message contains words that mean something else', () => {
  const holding = (words: string) =>
    Object.entries(errors).flatMap(([code, { message }]) => (message.includes(words) ? [code] : []))
  expect(holding('banned')).toEqual(['BANNED'])
  expect(holding('rate limit')).toEqual(['RATE_LIMITED'])
  expect(holding('is hidden')).toEqual(['COMMENT_HIDDEN', 'POST_DELETED'])
  expect(holding('hidden by domain admin')).toEqual(['HIDDEN_BY_DOMAIN_ADMIN'])
})

test('the product’s own texts are exact', () => {
  expect(errors.BANNED.message).toBe('You were banned from this community.')
  expect(errors.POST_NOT_FOUND.message).toBe('Post not found: {id}')
  expect(errors.COMMENT_NOT_FOUND.message).toBe('Comment with ID {id} not found')
  expect(errors.INTERNAL.message).toBe(
    'Seems like something went wrong, we are looking into it. Please try again in a few minutes.',
  )
})

test('every error has an error status and a full sentence', () => {
  for (const [code, { status, message }] of Object.entries(errors)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(status, code).toBeLessThan(600)
    expect(message, code).toMatch(/^[A-Z].*\.$|\{id\}/)
  }
})

test('everything missing has one status', () => {
  const notFoundErrors = Object.entries(errors).filter(([code]) => code.endsWith('NOT_FOUND'))
  expect(new Set(notFoundErrors.map(([, { status }]) => status))).toEqual(new Set([404]))
})

test('every error that a call lists exists, once', () => {
  for (const [name, { errors: codes }] of Object.entries(calls)) {
    expect(
      codes.filter((code) => !(code in errors)),
      name,
    ).toEqual([])
    expect(new Set(codes).size, name).toBe(codes.length)
  }
})
