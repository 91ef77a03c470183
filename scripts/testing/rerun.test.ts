import { expect, test } from 'vitest'
import { STOPPED } from './count.mjs'
import { addRerun, scopeOfRerun } from './rerun.mjs'

const failure = (name: string, file?: string) => ({ name, text: `${name}\n    why`, ...(file && { file }) })
const count = (failures: ReturnType<typeof failure>[], green: string[] = []) => ({
  passed: green.length,
  skipped: [],
  green,
  failures,
})
const first = (failures: ReturnType<typeof failure>[], green: string[] = []) => ({
  ...count(failures, green),
  flaky: [] as ReturnType<typeof failure>[],
})

test('the files of failed tests run again, each once', () => {
  expect(scopeOfRerun(count([failure('a > 1', 'a'), failure('a > 2', 'a'), failure('b', 'b')]))).toEqual(['a', 'b'])
  expect(scopeOfRerun(count([]))).toBeNull()
})

test('everything runs again if a failure belongs to no file, and nothing after many failures', () => {
  expect(scopeOfRerun(count([failure('a > 1', 'a'), failure('no report was written')]))).toBe('all')
  expect(scopeOfRerun(count(Array.from({ length: 21 }, (_, index) => failure(String(index), 'a'))))).toBeNull()
})

test('a stage that took too long doesn’t run again', () => {
  expect(scopeOfRerun(count([failure(STOPPED)]))).toBeNull()
})

test('a test that passes the second time is flaky, with its first message; one that fails twice has failed', () => {
  const before = first([failure('a > 1', 'a'), failure('b > 1', 'b')], ['c'])
  expect(addRerun(before, count([failure('b > 1', 'b')], ['a > 1']))).toMatchObject({
    passed: 2,
    failures: [failure('b > 1', 'b')],
    flaky: [failure('a > 1', 'a')],
  })
})

test('a test that passes only the third time is flaky, too', () => {
  const once = addRerun(first([failure('a > 1', 'a')]), count([failure('a > 1', 'a')]))
  expect(once).toMatchObject({ failures: [failure('a > 1', 'a')], flaky: [] })
  const twice = addRerun(once, count([], ['a > 1']))
  expect(twice).toMatchObject({ passed: 1, failures: [], flaky: [failure('a > 1', 'a')] })
})

test('a test that passed first and fails in a rerun is flaky, and named once', () => {
  const before = first([failure('a > 1', 'a')], ['a > 2'])
  const once = addRerun(before, count([failure('a > 2', 'a')], ['a > 1']))
  expect(once).toMatchObject({ passed: 2, failures: [], flaky: [failure('a > 1', 'a'), failure('a > 2', 'a')] })
  expect(addRerun(once, count([failure('a > 2', 'a')])).flaky).toHaveLength(2)
})

test('a failure stays if the rerun didn’t run its test', () => {
  const before = first([failure('a > 1', 'a')], ['c'])
  expect(addRerun(before, count([], ['a > 2']))).toMatchObject({ passed: 1, failures: [failure('a > 1', 'a')] })
})

test('a file that didn’t load is flaky once its tests pass', () => {
  const before = first([failure('a', 'a')])
  expect(addRerun(before, count([], ['b > 1'])).failures).toEqual([failure('a', 'a')])
  expect(addRerun(before, count([failure('a > 2', 'a')], ['a > 1']))).toMatchObject({
    failures: [],
    flaky: [failure('a', 'a'), failure('a > 2', 'a')],
  })
})

test('an error outside of any test is flaky if it doesn’t return', () => {
  const outside = failure('an error outside of any test')
  expect(addRerun(first([outside], ['a > 1']), count([], ['a > 1']))).toMatchObject({ failures: [], flaky: [outside] })
  expect(addRerun(first([outside]), count([outside], ['a > 1'])).failures).toEqual([outside])
  expect(addRerun(first([outside]), count([])).failures).toEqual([outside])
})

test('a test in two themes passed only if it passed in both', () => {
  const before = first([failure('story', 's')], ['story'])
  expect(addRerun(before, count([failure('story', 's')], ['story']))).toMatchObject({ flaky: [] })
})
