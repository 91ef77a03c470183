import { expect, test } from 'vitest'
import { grantedPoints } from './reputation.ts'

test.each([
  { points: 2, fromGiver: 0, today: 0, granted: 2 },
  { points: 2, fromGiver: 4, today: 4, granted: 1 },
  { points: 1, fromGiver: 5, today: 5, granted: 0 },
  { points: -1, fromGiver: 5, today: 5, granted: -1 },
  { points: -1, fromGiver: -5, today: -5, granted: 0 },
  { points: 2, fromGiver: 0, today: 199, granted: 1 },
  { points: 2, fromGiver: 0, today: 200, granted: 0 },
  { points: -1, fromGiver: 0, today: -200, granted: 0 },
  { points: 2, fromGiver: -5, today: -200, granted: 2 },
])('of $points points after $fromGiver from the same person and $today that day $granted count', (row) => {
  expect(grantedPoints(row.points, row)).toBe(row.granted)
})
