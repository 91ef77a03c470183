import { expect, test } from 'vitest'
import { dayIn, endOfDayIn, startOfDayIn } from './zoned-days.ts'

const iso = (time: number) => new Date(time).toISOString()

test('days begin and end at midnight of their zone', () => {
  expect(iso(startOfDayIn('America/Los_Angeles', '2026-01-15'))).toBe('2026-01-15T08:00:00.000Z')
  expect(iso(endOfDayIn('Asia/Kolkata', '2026-01-14'))).toBe('2026-01-14T18:30:00.000Z')
  expect(dayIn('Asia/Kolkata', Date.parse('2026-01-14T18:30Z'))).toBe('2026-01-15')
  expect(dayIn('Asia/Kolkata', Date.parse('2026-01-14T18:29Z'))).toBe('2026-01-14')
})

test('days on which the clock changes are shorter, longer or begin later', () => {
  const hours = (day: string) => (endOfDayIn('Europe/London', day) - startOfDayIn('Europe/London', day)) / 3_600_000
  expect([hours('2026-03-29'), hours('2026-10-25')]).toEqual([23, 25])
  // Midnight is skipped.
  expect(iso(startOfDayIn('Africa/Cairo', '2026-04-24'))).toBe('2026-04-23T22:00:00.000Z')
})
