import { exampleId } from '@stoa/contract/fixtures'
import { expect, test } from 'vitest'
import { isDay, type LogFilter, logSearch, readLogFilter } from './log-filter.ts'

test('a filter reads back from its address', () => {
  const filter: LogFilter = {
    action: 'commentHidden',
    username: 'Ä & co',
    from: '2026-10-15',
    to: '2026-10-31',
    actorId: exampleId(1, 'u'),
    personId: exampleId(2, 'u'),
    subjectId: exampleId(3, 'c'),
  }
  expect(readLogFilter(logSearch(filter))).toEqual(filter)
  expect(readLogFilter(logSearch({ group: 'posts' }))).toEqual({ group: 'posts' })
  expect(logSearch({})).toBe('')
})

test('invalid values are left out of the filter', () => {
  expect(readLogFilter(`?group=x&action=toString&username=${'u'.repeat(201)}&from=1&to=2026-02-31&actorId=1`)).toEqual(
    {},
  )
  expect(readLogFilter('?group=posts&action=postHidden&username=+')).toEqual({ action: 'postHidden' })
})

test.each([
  ['2000-01-01', true],
  ['2100-12-31', true],
  ['1999-12-31', false],
  ['2101-01-01', false],
  ['0202-10-15', false],
  ['2026-02-29', false],
  ['20266-10-15', false],
])('whether %s can be filtered by', (day, isGood) => expect(isDay(day)).toBe(isGood))
