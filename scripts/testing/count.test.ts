import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countTests } from './count.mjs'

const folder = mkdtempSync(join(tmpdir(), 'stoa-count-'))
const file = join(folder, 'report.json')
afterAll(() => rmSync(folder, { recursive: true }))

const vitest = (...statuses: string[]) => {
  const assertionResults = statuses.map((status, index) => ({
    status,
    fullName: `test ${index}`,
    failureMessages: status === 'failed' ? ['expected 1 to be 2\n    at here'] : [],
  }))
  writeFileSync(file, JSON.stringify({ testResults: [{ status: 'passed', assertionResults }] }))
}
const playwright = (...statuses: string[]) => {
  const specs = statuses.map((status, index) => ({
    title: `journey ${index}`,
    tests: [{ status, results: status === 'expected' ? [{}] : [{ error: { message: 'not seen' } }] }],
  }))
  writeFileSync(file, JSON.stringify({ suites: [{ title: 'file', suites: [{ title: 'group', specs }] }] }))
}

test('a stage without tests of its own counts as one', () => {
  expect(countTests({ file, code: 0 })).toEqual({ passed: 1, failed: 0, skipped: [], failures: [] })
  expect(countTests({ file, code: 1 })).toEqual({ passed: 0, failed: 1, skipped: [], failures: [] })
})

test('passed, failed and skipped tests of vitest are counted, the last two named', () => {
  vitest('passed', 'passed', 'failed', 'pending', 'todo')
  expect(countTests({ report: 'vitest', file, code: 1 })).toEqual({
    passed: 2,
    failed: 1,
    skipped: ['test 3', 'test 4'],
    failures: ['test 2\n    expected 1 to be 2\n        at here'],
  })
})

test('a test file that does not load is a failure', () => {
  writeFileSync(
    file,
    JSON.stringify({
      testResults: [{ name: 'a.test.ts', status: 'failed', message: 'no such import', assertionResults: [] }],
    }),
  )
  expect(countTests({ report: 'vitest', file, code: 1 })).toMatchObject({
    failed: 1,
    failures: ['a.test.ts\n    no such import'],
  })
})

test('tests of playwright are counted through their groups; a flaky one failed', () => {
  playwright('expected', 'unexpected', 'flaky', 'skipped')
  expect(countTests({ report: 'playwright', file, code: 1 })).toEqual({
    passed: 1,
    failed: 2,
    skipped: ['journey 3'],
    failures: ['journey 1\n    not seen', 'journey 2\n    not seen'],
  })
})

test('a stage that ran nothing has failed, and so has one that left no report', () => {
  vitest()
  expect(countTests({ report: 'vitest', file, code: 0 }).failed).toBe(1)
  vitest('skipped')
  expect(countTests({ report: 'vitest', file, code: 0 }).failed).toBe(1)
  expect(countTests({ report: 'vitest', file: `${file}.none`, code: 0 }).failed).toBe(1)
})

test('a program that fails with all tests green has failed', () => {
  vitest('passed')
  expect(countTests({ report: 'vitest', file, code: 1 })).toMatchObject({ passed: 1, failed: 1 })
})
