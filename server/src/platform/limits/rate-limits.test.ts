import { RATE_LIMITS, type RateClass } from '@stoa/contract'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { DAY_MS } from '../clock.ts'
import { isDomainError } from '../domain-error.ts'
import { createIds } from '../ids.ts'
import { POLICIES } from './policies.ts'
import { createRateLimits } from './rate-limits.ts'

function setup() {
  let now = Date.now()
  const clock = { now: () => now }
  const limits = createRateLimits({ scale: 1, clock, redis: null })
  const ids = createIds(clock)
  const accepted = async (tries: number, who: (index: number) => { userId: string | null; address: string }) => {
    let count = 0
    for (let index = 0; index < tries; index += 1) {
      try {
        await limits.count('comment', who(index))
        count += 1
      } catch (error) {
        if (!isDomainError(error) || error.code !== 'RATE_LIMITED') throw error
        expect(error.message).toContain('rate limit')
        expect(error.details).toMatchObject({ retryAfterMs: expect.any(Number) })
      }
    }
    return count
  }
  return { ids, limits, accepted, pass: (ms: number) => (now += ms) }
}

const { points } = RATE_LIMITS.comment

test('a user has the full allowance from any address', async () => {
  const { ids, accepted, pass } = setup()
  const userId = ids.next()
  pass(DAY_MS)
  expect(await accepted(points + 5, (index) => ({ userId, address: `192.0.2.${index}` }))).toBe(points)
})

test('every class of calls has the limit that the documentation states', () => {
  const limits = Object.keys(RATE_LIMITS).map((rate) => {
    const { limit: points, windowMs } = POLICIES[rate as RateClass]
    return [rate, { points, windowMs }]
  })
  expect(Object.fromEntries(limits)).toEqual(RATE_LIMITS)
})

test('an account younger than a day has a third', async () => {
  const { ids, accepted } = setup()
  const userId = ids.next()
  expect(await accepted(points, () => ({ userId, address: '' }))).toBe(points / 3)
})

test('visitors are counted by address', async () => {
  const { accepted } = setup()
  expect(await accepted(points + 1, () => ({ userId: null, address: '192.0.2.1' }))).toBe(points)
  expect(await accepted(1, () => ({ userId: null, address: '192.0.2.2' }))).toBe(1)
})

test('changing address within a /48 gives at most sixteen allowances', async () => {
  const { accepted } = setup()
  const hex = (value: number) => value.toString(16)
  const count = await accepted(points * 20, (index) => ({ userId: null, address: `2001:db8:7:${hex(index * 257)}::1` }))
  expect(count).toBeLessThanOrEqual(points * 16)
  expect(count).toBeGreaterThan(points * 4)
})

test('failed actions are refunded, to a user and to all prefixes of an address', async () => {
  const { ids, limits, accepted } = setup()
  for (const who of [
    { userId: ids.next(), address: '' },
    { userId: null, address: '2001:db8:7:1::1' },
  ]) {
    for (let tries = 0; tries < points * 20; tries += 1) {
      await limits.count('comment', who)
      await limits.refund('comment', who)
    }
    expect(await accepted(points + 1, () => who)).toBe(who.userId === null ? points : points / 3)
  }
})

test('an invalid token counts against its sender’s address', async () => {
  const stoa = await startTestApp({ STOA_RATE_SCALE: '0.0001' })
  const codes = []
  for (const token of ['made.up.first', 'made.up.second']) codes.push((await stoa.call('me', {}, { token })).body.code)
  await stoa.close()
  expect(codes).toEqual(['AUTH_REQUIRED', 'RATE_LIMITED'])
})
