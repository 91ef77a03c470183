import { expect, test } from 'vitest'
import { remindTimes } from './remind-times.ts'

const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime()

test('by day there is a later today, on the hour', () => {
  // A Friday.
  expect(remindTimes(at(2026, 2, 20, 10, 25))).toEqual([
    ['later', at(2026, 2, 20, 13, 0)],
    ['tomorrow', at(2026, 2, 21, 9, 0)],
    ['week', at(2026, 2, 23, 9, 0)],
  ])
})

test('in the evening and at night there is none', () => {
  for (const hour of [20, 22, 23])
    expect(remindTimes(at(2026, 2, 20, hour, 1)).map(([name]) => name)).toEqual(['tomorrow', 'week'])
})

test('next week begins on a Monday, also on a Monday; on a Sunday that is tomorrow', () => {
  const weekAfter = (day: number) => new Map(remindTimes(at(2026, 2, day, 10, 0))).get('week')
  expect(weekAfter(22)).toBeUndefined()
  expect(weekAfter(23)).toBe(at(2026, 2, 30, 9, 0))
})
