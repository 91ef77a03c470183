import { expect, test } from 'vitest'
import { createSealedResponses } from './idempotency.ts'

const keep = createSealedResponses('x'.repeat(32))
const request = { place: '["","authSignIn","key"]', body: '{"password":"right"}' }

test('a sealed answer is opened by the same request, in any process with the secret', () => {
  const kept = keep(request).close('{"accessToken":"é"}')
  expect(kept).not.toContain('accessToken')
  expect(createSealedResponses('x'.repeat(32))(request).open(kept)).toBe('{"accessToken":"é"}')
})

test.each([
  ['another body', { ...request, body: '{"password":"wrong"}' }],
  ['another key', { ...request, place: '["","authSignIn","other"]' }],
  ['what reads the same when joined', { place: request.place.slice(0, -1), body: `]${request.body}` }],
])('%s opens nothing and has another hash', (_, other) => {
  const kept = keep(request).close('secret')
  expect(() => keep(other).open(kept)).toThrow()
  expect(keep(other).bodyHash).not.toBe(keep(request).bodyHash)
})

test('another secret opens nothing, and no one bit may change', () => {
  const kept = keep(request).close('secret')
  expect(() => createSealedResponses('y'.repeat(32))(request).open(kept)).toThrow()
  const bytes = Buffer.from(kept, 'base64url')
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => keep(request).open(changed.toString('base64url'))).toThrow()
  }
})

test('equal answers to equal requests are sealed differently each time', () => {
  expect(keep(request).close('secret')).not.toBe(keep(request).close('secret'))
})
