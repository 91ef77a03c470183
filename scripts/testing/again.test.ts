import { expect, test } from 'vitest'
import { filesToRunAgain, judgeBoth } from './again.mjs'

const failure = (name: string, file?: string) => ({ name, text: `${name}\n    why`, ...(file && { file }) })
const count = (failed: ReturnType<typeof failure>[], green: string[] = [], unexplained = 0) => ({
  passed: green.length,
  failed: failed.length + unexplained,
  skipped: [],
  green,
  failures: failed,
})

test('few failed tests run again, each file once', () => {
  expect(filesToRunAgain(count([failure('a 1', 'a'), failure('a 2', 'a'), failure('b', 'b')]))).toEqual(['a', 'b'])
  expect(filesToRunAgain(count([]))).toEqual([])
})

test('nothing runs again after many failures, a broken file or a failure that nothing explains', () => {
  expect(filesToRunAgain(count(Array.from({ length: 21 }, (_, index) => failure(String(index), 'a'))))).toEqual([])
  expect(filesToRunAgain(count([failure('a', 'a'), failure('b did not load')]))).toEqual([])
  expect(filesToRunAgain(count([], ['a'], 1))).toEqual([])
})

test('a test that passes at the second try is flaky with its first message; one that fails twice has failed', () => {
  const first = count([failure('a', 'a'), failure('b', 'b')], ['c'])
  expect(judgeBoth(first, count([failure('b', 'b')], ['a']))).toMatchObject({
    passed: 2,
    failed: 1,
    failures: [failure('b', 'b')],
    flaky: [failure('a', 'a')],
  })
})

test('one that passed first and failed when the others ran again is flaky, too', () => {
  const first = count([failure('a', 'a')], ['a 2'])
  const both = judgeBoth(first, count([failure('a 2', 'a')], ['a']))
  expect(both).toMatchObject({ passed: 2, failed: 0, flaky: [failure('a', 'a'), failure('a 2', 'a')] })
})

test('a second run that did not run the test, or broke, excuses nothing', () => {
  const first = count([failure('a', 'a')], ['c'])
  const unchanged = { passed: 1, failed: 1, failures: [failure('a', 'a')], flaky: [] }
  expect(judgeBoth(first, count([], []))).toMatchObject(unchanged)
  expect(judgeBoth(first, count([], ['a'], 1))).toMatchObject(unchanged)
  expect(judgeBoth(first, count([failure('an error outside of any test')], ['a']))).toMatchObject(unchanged)
})

test('a test of two themes passed only where it passed in both', () => {
  const first = count([failure('story', 's')], ['story'])
  expect(judgeBoth(first, count([failure('story', 's')], ['story']))).toMatchObject({ failed: 1, flaky: [] })
})
