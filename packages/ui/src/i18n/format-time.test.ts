import { expect, test } from 'vitest'
import { formatRelative } from './format-time.ts'

const HOUR = 60 * 60 * 1000

test.each([
  ['en', 1, '1 hour ago'],
  ['de', 2, 'vor 2 Stunden'],
  ['he', 1, 'לפני שעה'],
  ['he', 2, 'לפני שעתיים'],
  ['he', 3, 'לפני 3 שעות'],
  ['ar', 2, 'قبل ساعتين'],
])('%s: %i hours ago', (locale, hours, text) => {
  expect(formatRelative(0, hours * HOUR, locale)).toBe(text)
})
