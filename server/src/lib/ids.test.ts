import { isId } from '@stoa/contract'
import { expect, test } from 'vitest'
import { createIds, firstIdAt, timeOfId } from './ids.ts'

test('ids of one millisecond are different, in order and of that millisecond', () => {
  const now = Date.UTC(2026, 0, 15)
  const ids = createIds({ now: () => now })
  const made = Array.from({ length: 10_000 }, () => ids.next())
  expect(new Set(made).size).toBe(made.length)
  expect(made.toSorted()).toEqual(made)
  for (const id of made) expect([isId(id), timeOfId(id)]).toEqual([true, now])
})

test('ids stay in order when the clock goes on, and when it goes back', () => {
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
