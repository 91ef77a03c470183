import { expect, test } from 'vitest'
import { combineRuns, filesToRunAgain } from './rerun.mjs'

const failure = (name: string, file?: string) => ({ name, text: `${name}\n    why`, ...(file && { file }) })
const count = (failed: ReturnType<typeof failure>[], green: string[] = [], unexplained = 0) => ({
  passed: green.length,
  failed: failed.length + unexplained,
  skipped: [],
  green,
  failures: failed,
})

test('a few failed tests run again, each file once', () => {
  expect(filesToRunAgain(count([failure('a 1', 'a'), failure('a 2', 'a'), failure('b', 'b')]))).toEqual(['a', 'b'])
  expect(filesToRunAgain(count([]))).toEqual([])
})

test('nothing runs again after many failures, a broken file or an unexplained failure', () => {
  expect(filesToRunAgain(count(Array.from({ length: 21 }, (_, index) => failure(String(index), 'a'))))).toEqual([])
  expect(filesToRunAgain(count([failure('a', 'a'), failure('b did not load')]))).toEqual([])
  expect(filesToRunAgain(count([], ['a'], 1))).toEqual([])
})

test('a test that passes the second time is flaky, with its first message; one that fails twice has failed', () => {
  const first = count([failure('a', 'a'), failure('b', 'b')], ['c'])
  expect(combineRuns(first, count([failure('b', 'b')], ['a']))).toMatchObject({
    passed: 2,
    failed: 1,
    failures: [failure('b', 'b')],
    flaky: [failure('a', 'a')],
  })
})

test('a test that passed first and failed in the second run is flaky, too', () => {
  const first = count([failure('a', 'a')], ['a 2'])
  const both = combineRuns(first, count([failure('a 2', 'a')], ['a']))
  expect(both).toMatchObject({ passed: 2, failed: 0, flaky: [failure('a', 'a'), failure('a 2', 'a')] })
})

test('failures stay when the second run didn’t run the test, or broke', () => {
  const first = count([failure('a', 'a')], ['c'])
  const unchanged = { passed: 1, failed: 1, failures: [failure('a', 'a')], flaky: [] }
  expect(combineRuns(first, count([], []))).toMatchObject(unchanged)
  expect(combineRuns(first, count([], ['a'], 1))).toMatchObject(unchanged)
  expect(combineRuns(first, count([failure('an error outside of any test')], ['a']))).toMatchObject(unchanged)
})

test('a test in two themes passed only if it passed in both', () => {
  const first = count([failure('story', 's')], ['story'])
  expect(combineRuns(first, count([failure('story', 's')], ['story']))).toMatchObject({ failed: 1, flaky: [] })
})
