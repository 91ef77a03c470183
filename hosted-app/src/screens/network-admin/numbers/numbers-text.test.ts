import { exampleOverview } from '@stoa/contract/fixtures'
import { expect, test } from 'vitest'
import { bucketText, changeText, numberText, spanText } from './numbers-text.ts'

const number = (total: number | null, before: number | null, name: 'visits' | 'decisionMs' = 'visits') => ({
  ...{ name, total, before },
  series: [],
  seriesBefore: [],
})
const MINUTE = 60_000

test('writes changes as a percentage, or of few as a difference', () => {
  expect(changeText(number(118, 100), 'en')).toBe('+18%')
  expect(changeText(number(84, 72), 'en')).toBe('+12')
  expect(changeText(number(60, 72), 'en')).toBe('-12')
  expect(changeText(number(72, 72), 'en')).toBe('')
  expect(changeText(number(72, null), 'en')).toBeNull()
  expect(changeText(number(null, 72), 'en')).toBeNull()
  expect(changeText(number(112 * MINUTE, 136 * MINUTE, 'decisionMs'), 'en')).toBe('−24 min')
})

test('writes durations in hours and minutes', () => {
  expect(numberText('decisionMs', 112 * MINUTE, 'en')).toBe('1 hr 52 min')
  expect(numberText('decisionMs', 0, 'en')).toBe('0 min')
  expect(numberText('decisionMs', null, 'en')).toBe('–')
  expect(numberText('visits', 15_914, 'en')).toBe('15,914')
})

test('writes times in the zone of the numbers, whatever the reader’s is', () => {
  const overview = exampleOverview({ timeZone: 'America/Los_Angeles' })
  const start = Date.UTC(2026, 10, 1, 7)
  expect(bucketText(start, overview, 'en')).toBe('Nov 1')
  expect(bucketText(start, { ...overview, timeZone: 'UTC', period: 'day' }, 'en')).toBe('7:00 AM')
  const month = { start, end: Date.UTC(2026, 11, 1, 8) }
  expect(spanText(month, 'America/Los_Angeles', 'en').replaceAll('\u2009', ' ')).toBe('November 1 – 30, 2026')
})
