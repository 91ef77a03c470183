import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../platform/clock.ts'
import { periodAt, startOfDay } from './periods.ts'

const iso = (time: number) => new Date(time).toISOString()
const hoursOf = (zone: string, noon: string) => periodAt(zone, 'day', Date.parse(noon)).buckets.length

test('a day has 23 or 25 hours where the clock changes, and days follow each other without a gap', () => {
  expect(hoursOf('Europe/London', '2026-03-29T12:00:00Z')).toBe(23)
  expect(hoursOf('Europe/London', '2026-10-25T12:00:00Z')).toBe(25)
  expect(hoursOf('Europe/London', '2026-10-26T12:00:00Z')).toBe(24)
  for (const zone of ['Europe/London', 'America/Los_Angeles', 'Africa/Cairo', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
    let time = Date.parse('2026-01-01T12:00:00Z')
    for (let day = 0; day < 366; day += 1) {
      const { end, start, buckets } = periodAt(zone, 'day', time)
      expect(start).toBeLessThan(end)
      expect(buckets[0]).toBe(start)
      const next = periodAt(zone, 'day', end)
      expect(next.start).toBe(end)
      expect(periodAt(zone, 'day', end - 1).start).toBe(start)
      time = end
    }
  }
})

test('days begin at midnight in zones west and east of UTC, and later where the clock skips it', () => {
  expect(iso(startOfDay('America/Los_Angeles', { year: 2026, month: 0, day: 15 }))).toBe('2026-01-15T08:00:00.000Z')
  expect(iso(startOfDay('Asia/Kolkata', { year: 2026, month: 0, day: 15 }))).toBe('2026-01-14T18:30:00.000Z')
  // In Cairo, April 24, 2026 begins at 1 AM.
  expect(iso(startOfDay('Africa/Cairo', { year: 2026, month: 3, day: 24 }))).toBe('2026-04-23T22:00:00.000Z')
})

test('weeks begin on Monday, months have their days', () => {
  const week = periodAt('America/New_York', 'week', Date.parse('2026-03-08T12:00:00Z'))
  expect(iso(week.start)).toBe('2026-03-02T05:00:00.000Z')
  // The clock changes in this week.
  expect(week.end - week.start).toBe(7 * 24 * HOUR_MS - HOUR_MS)
  expect(week.buckets).toHaveLength(7)
  const month = periodAt('Europe/Paris', 'month', Date.parse('2024-02-29T23:30:00Z'))
  expect([iso(month.start), month.buckets.length]).toEqual(['2024-02-29T23:00:00.000Z', 31])
  expect(periodAt('Europe/Paris', 'month', month.start - 1).buckets).toHaveLength(29)
})
