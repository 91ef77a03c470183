import { expect, test } from 'vitest'
import { filtersOf, periodOf, startOf } from './query-filters.ts'

const TODAY = '2026-03-10'

test('a filter is added to and removed from what was typed', () => {
  const { with: withFilters, withoutAll, hasAny } = filtersOf('ferry "the bell" -rope from:faye has:image')
  expect(hasAny).toBe(true)
  expect(withFilters({ from: null })).toBe('ferry "the bell" -rope has:image')
  expect(withFilters({ topic: 'Old boats', story: true })).toBe(
    'ferry "the bell" -rope from:faye in:"Old boats" has:image is:story',
  )
  expect(withoutAll()).toBe('ferry "the bell" -rope')
  expect(filtersOf('ferry -rope').hasAny).toBe(false)
})

test.each([
  ['ferry', 'any'],
  ['ferry after:2026-03-03', 'week'],
  ['ferry after:2026-02-08', 'month'],
  ['ferry after:2025-03-10', 'year'],
  ['ferry after:2026-03-03 before:2026-03-05', 'custom'],
  ['ferry before:2026-03-05', 'custom'],
])('%s is the period %s', (query, period) => {
  expect(periodOf(filtersOf(query).parsed, TODAY)).toBe(period)
})

test('periods end today', () => {
  expect(startOf('week', TODAY)).toBe('2026-03-03')
  expect(startOf('year', '2024-02-29')).toBe('2023-03-01')
})
