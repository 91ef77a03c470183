import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const BERLIN = 'Europe/Berlin'
const NIGHT = { from: '22:00', to: '07:00', timeZone: BERLIN }

/** The end of quiet hours as UTC; null: they don't last. */
function endOf(hours: Parameters<typeof quietUntil>[0], now: string): string | null {
  const end = quietUntil(hours, Date.parse(`${now}Z`))
  return end === null ? null : new Date(end).toISOString().slice(0, 16)
}

const CASES = [
  ['before they begin', NIGHT, '2026-01-15T20:59', null],
  ['when they begin', NIGHT, '2026-01-15T21:00', '2026-01-16T06:00'],
  ['within a minute', NIGHT, '2026-01-15T21:00:59.999', '2026-01-16T06:00'],
  ['after midnight', NIGHT, '2026-01-16T00:30', '2026-01-16T06:00'],
  ['when they end', NIGHT, '2026-01-16T06:00', null],
  ['at noon', NIGHT, '2026-01-16T11:00', null],
  ['in the middle of a day', { from: '12:00', to: '13:30', timeZone: 'UTC' }, '2026-01-16T12:10', '2026-01-16T13:30'],
  ['in a zone with half an hour', { ...NIGHT, timeZone: 'Asia/Kolkata' }, '2026-01-15T16:30', '2026-01-16T01:30'],
  ['nearly all day', { from: '08:00', to: '07:59', timeZone: 'UTC' }, '2026-01-15T08:00', '2026-01-16T07:59'],
  ['without any', null, '2026-01-16T00:30', null],
] as const

test.each(CASES.map(([name, hours, now, end]) => ({ name, hours, now, end })))('$name', ({ hours, now, end }) => {
  expect(endOf(hours, now)).toBe(end)
})

test('they end by the clock on days with 23 and 25 hours', () => {
  // Clocks go forward at 01:00 UTC on March 29 and back at 01:00 UTC on October 25.
  expect(endOf(NIGHT, '2026-03-28T21:30')).toBe('2026-03-29T05:00')
  expect(endOf(NIGHT, '2026-10-24T20:30')).toBe('2026-10-25T06:00')
  // 02:30 is skipped in spring: they end when the clock shows 03:00.
  expect(endOf({ ...NIGHT, to: '02:30' }, '2026-03-29T00:15')).toBe('2026-03-29T01:00')
  // 02:30 comes twice in autumn.
  expect(endOf({ from: '01:00', to: '02:30', timeZone: BERLIN }, '2026-10-24T23:30')).toBe('2026-10-25T00:30')
})
