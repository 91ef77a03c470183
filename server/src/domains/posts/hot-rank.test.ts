import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hotRank, postScore } from './feeds.ts'

const HOUR = 3_600_000
const at = (hours: number, score: number) => hotRank({ score, createdAt: 0, now: hours * HOUR })

test('the rank is the decided formula as an integer', () => {
  expect(at(0, 98)).toBe(Math.round((1e9 * 2) / 2 ** 1.8))
  expect(at(8, 998)).toBe(Math.round((1e9 * 3) / 10 ** 1.8))
})

test('scores at and below zero rank alike, one more ranks higher', () => {
  expect(at(1, -5)).toBe(at(1, 0))
  expect(at(1, -1)).toBe(at(1, 0))
  expect(at(1, 1)).toBeGreaterThan(at(1, 0))
})

test('a future time ranks zero, the present does not', () => {
  expect(hotRank({ score: 50, createdAt: 1001, now: 1000 })).toBe(0)
  expect(hotRank({ score: 50, createdAt: 1000, now: 1000 })).toBeGreaterThan(0)
})

test('age never raises the rank and a better score never lowers it', () => {
  const hours = fc.integer({ min: 0, max: 5000 })
  const score = fc.integer({ min: -1000, max: 1_000_000 })
  fc.assert(
    fc.property(hours, hours, score, (a, b, s) => {
      expect(at(Math.max(a, b), s)).toBeLessThanOrEqual(at(Math.min(a, b), s))
    }),
  )
  fc.assert(
    fc.property(hours, score, score, (h, a, b) => {
      expect(at(h, Math.max(a, b))).toBeGreaterThanOrEqual(at(h, Math.min(a, b)))
    }),
  )
})

test('a comment is worth two thumbs up', () => {
  expect(postScore({ up: 0, down: 0, comments: 1 })).toBe(postScore({ up: 2, down: 0, comments: 0 }))
  expect(postScore({ up: 1, down: 1, comments: 0 })).toBe(0)
})
