import { existsSync, readFileSync } from 'node:fs'

/**
 * What a test program's JSON report says.
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} skipped Names of what was not run.
 * @property {string[]} failures What failed: its name, and the beginning of what it said.
 */

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ status: string, results: { error?: { message?: string } }[] }} PlaywrightTest */
/** @typedef {{ title: string, tests: PlaywrightTest[] }} PlaywrightSpec */

/** @param {string} name @param {(string | undefined)[]} messages */
const failure = (name, messages) =>
  [name, ...messages.join('\n').split('\n').slice(0, 6)].filter(Boolean).join('\n    ')

/**
 * @param {string} file
 * @returns {Count}
 */
function countVitest(file) {
  /** @type {{ testResults: { name: string, status: string, message: string, assertionResults: VitestTest[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  // A file that could not be loaded failed without having tests.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + broken.length,
    skipped: tests.filter(({ status }) => !['passed', 'failed'].includes(status)).map(({ fullName }) => fullName),
    failures: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => failure(fullName, failureMessages)),
      ...broken.map(({ name, message }) => failure(name, [message])),
    ],
  }
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSpec[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/**
 * @param {string} file
 * @returns {Count}
 */
function countPlaywright(file) {
  /** @type {{ suites: PlaywrightSuite[] }} */
  const { suites } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = suites.flatMap(specsOf).flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test })))
  // A test that passes only sometimes is a failure.
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: failed.length,
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ title }) => title),
    failures: failed.map(({ title, results }) =>
      failure(
        title,
        results.map(({ error }) => error?.message),
      ),
    ),
  }
}

/**
 * Counts the tests of a stage that ended with `code`. One that has tests and ran none has failed.
 * @param {{ report?: 'vitest' | 'playwright' | undefined, file: string, code: number }} about
 * @returns {Count}
 */
export function countTests({ report, file, code }) {
  if (!report) return { passed: Number(code === 0), failed: Number(code !== 0), skipped: [], failures: [] }
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [], failures: ['no report was written'] }
  const count = report === 'vitest' ? countVitest(file) : countPlaywright(file)
  const nothingRan = count.passed + count.failed === 0
  return count.failed === 0 && (code !== 0 || nothingRan) ? { ...count, failed: 1 } : count
}
