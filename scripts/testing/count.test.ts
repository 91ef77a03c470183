import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countProgram, countTests } from './count.mjs'

const folder = mkdtempSync(join(tmpdir(), 'stoa-count-'))
const file = join(folder, 'report.json')
afterAll(() => rmSync(folder, { recursive: true }))

const vitest = (...statuses: string[]) => {
  const assertionResults = statuses.map((status, index) => ({
    status,
    fullName: `test ${index}`,
    failureMessages:
      status === 'failed' ? ['expected 1 to be 2\n    at node_modules/vitest/run.js:1\n    at here'] : [],
  }))
  const name = resolve('src/a.test.ts')
  const status = statuses.includes('failed') ? 'failed' : 'passed'
  writeFileSync(file, JSON.stringify({ testResults: [{ name, status, assertionResults }] }))
}
const playwright = (statuses: string[], errors: { message: string }[] = []) => {
  const specs = statuses.map((status, index) => ({
    title: `journey ${index}`,
    file: 'a.e2e.ts',
    tests: [{ status, results: status === 'expected' ? [{}] : [{ error: { message: 'not seen' } }] }],
  }))
  writeFileSync(file, JSON.stringify({ suites: [{ title: 'file', suites: [{ title: 'group', specs }] }], errors }))
}

const output = ''

test('passed, failed and skipped tests of vitest are counted, the last two with their names', () => {
  vitest('passed', 'passed', 'failed', 'pending', 'todo')
  const name = 'src/a.test.ts > test 2'
  expect(countTests({ report: 'vitest', file, code: 1, output })).toEqual({
    passed: 2,
    skipped: ['test 3', 'test 4'],
    green: ['src/a.test.ts > test 0', 'src/a.test.ts > test 1'],
    failures: [{ name, file: 'src/a.test.ts', text: `${name}\n    expected 1 to be 2\n        at here` }],
  })
})

test('a test file that fails to load, or outside its tests, is a failure', () => {
  const broken = { name: resolve('a.test.ts'), status: 'failed', message: 'no such import', assertionResults: [] }
  const unprepared = { ...broken, assertionResults: [{ status: 'skipped', fullName: 'one', failureMessages: [] }] }
  for (const result of [broken, unprepared]) {
    writeFileSync(file, JSON.stringify({ testResults: [result] }))
    expect(countTests({ report: 'vitest', file, code: 1, output })).toMatchObject({
      failures: [{ name: 'a.test.ts', file: 'a.test.ts', text: 'a.test.ts\n    no such import' }],
    })
  }
})

test('an error that vitest caught between tests is a failure with its message', () => {
  vitest('passed')
  const caught = 'Vitest caught 1 unhandled error during the test run.\nThis might.\n\n── Rejection ──\nError: late\n'
  const name = 'an error outside of any test'
  const text = `${name}\n    ── Rejection ──\n    Error: late`
  expect(countTests({ report: 'vitest', file, code: 1, output: `dots\n${caught}` }).failures).toEqual([{ name, text }])
  const origin = 'This error originated in "src/a.test.ts" test file. It doesn’t mean the error was thrown inside.\n'
  const [failure] = countTests({ report: 'vitest', file, code: 1, output: `dots\n${caught}${origin}` }).failures
  expect(failure).toMatchObject({ name, file: 'src/a.test.ts' })
})

test('tests of playwright are counted through their groups, with errors outside them', () => {
  playwright(['expected', 'unexpected', 'skipped'], [{ message: 'no server' }])
  expect(countTests({ report: 'playwright', file, code: 1, output })).toEqual({
    passed: 1,
    skipped: ['journey 2'],
    green: ['a.e2e.ts > journey 0'],
    failures: [
      { name: 'a.e2e.ts > journey 1', file: 'a.e2e.ts', text: 'a.e2e.ts > journey 1\n    not seen' },
      { name: 'an error outside of any test', text: 'an error outside of any test\n    no server' },
    ],
  })
})

test('a test program that ran nothing or left no report has failed', () => {
  const failureOf = (about: { file: string; code: number; output: string }) =>
    countTests({ report: 'vitest', ...about }).failures.map(({ text }) => text)
  vitest()
  expect(failureOf({ file, code: 0, output: 'no files' })).toEqual(['no test ran\n    no files'])
  vitest('skipped')
  expect(failureOf({ file, code: 0, output })).toEqual(['no test ran'])
  const missingReport = { file: `${file}.none`, code: 0, output: 'cannot start' }
  expect(failureOf(missingReport)).toEqual(['no report was written\n    cannot start'])
})

test('a test program that fails although all tests passed has failed', () => {
  vitest('passed')
  const { passed, failures } = countTests({ report: 'vitest', file, code: 1, output: 'crashed' })
  expect([passed, failures]).toEqual([1, [{ name: 'exit code 1', text: 'exit code 1\n    crashed' }]])
})

test('a program without a report counts as one test, names what it skipped, and ends with why it failed', () => {
  const name = 'scripts/browsers.mjs'
  const output = 'ok   Firefox\nskipped: WebKitGTK: starting took longer than 60 s\n'
  const skipped = ['WebKitGTK: starting took longer than 60 s']
  expect(countProgram({ name, code: 0, output })).toEqual({ passed: 1, skipped, green: [name], failures: [] })
  const text = `${name}\n    2 bytes over the ceiling`
  expect(countProgram({ name, code: 1, output: '2 bytes over the ceiling\n' })).toEqual({
    passed: 0,
    skipped: [],
    green: [],
    failures: [{ name, file: name, text }],
  })
})
