import { isId } from '@stoa/contract'
import { expect, test } from 'vitest'
import { createIds, firstIdAt, timeOfId } from './ids.ts'

test('ids of one millisecond are unique, ordered and carry that time', () => {
  const now = Date.UTC(2026, 0, 15)
  const ids = createIds({ now: () => now })
  const made = Array.from({ length: 10_000 }, () => ids.next())
  expect(new Set(made).size).toBe(made.length)
  expect(made.toSorted()).toEqual(made)
  for (const id of made) expect([isId(id), timeOfId(id)]).toEqual([true, now])
})

test('each millisecond starts at a new random value', () => {
  let now = 1000
  const ids = createIds({ now: () => now++ })
  const random = Array.from({ length: 2000 }, () => ids.next().slice(8))
  expect(new Set(random).size).toBe(random.length)
  expect(
    createIds({ now: () => 1000 })
      .next()
      .slice(8),
  ).not.toBe(random[0])
})

test('ids stay in order when the clock moves forward or back', () => {
  let now = 1000
  const ids = createIds({ now: () => now })
  const made = [1000, 1001, 1001, 990, 995, 1002].map((time) => {
    now = time
    return ids.next()
  })
  expect(made.toSorted()).toEqual(made)
  expect(made.map(timeOfId)).toEqual([1000, 1001, 1001, 1001, 1001, 1002])
  expect(firstIdAt(1001) <= (made[1] ?? '')).toBe(true)
})
