import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * A failed test or file.
 * @typedef {object} Failure
 * @property {string} name
 * @property {string} text Its name, and the beginning of its error message.
 * @property {string} [file] The test's file, for running it again. Undefined if a file failed to load or the error
 *   belongs to no test.
 */

/**
 * The results in a test program's JSON report.
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} skipped Names of skipped tests.
 * @property {string[]} green Names of the tests that passed.
 * @property {Failure[]} failures
 */

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ status: string, results: { error?: { message?: string } }[] }} PlaywrightTest */
/** @typedef {{ title: string, file: string, tests: PlaywrightTest[] }} PlaywrightSpec */

/**
 * @param {{ name: string, file?: string | undefined }} what
 * @param {(string | undefined)[]} messages
 * @returns {Failure}
 */
function failure({ name, file }, messages) {
  // Stack frames of the test runner say nothing about the tested code.
  const lines = messages.join('\n').split('\n')
  const ours = lines.filter((line) => !/^\s+at .*node_modules/.test(line))
  return { name, text: [name, ...ours.slice(0, 6)].filter(Boolean).join('\n    '), ...(file && { file }) }
}

/**
 * @param {string} file
 * @returns {Count}
 */
function countVitest(file) {
  /** @type {{ testResults: VitestFile[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = testResults.flatMap(({ name, assertionResults }) => {
    const path = relative('', name)
    return assertionResults.map((test) => ({ ...test, file: path, name: `${path} > ${test.fullName}` }))
  })
  const named = (/** @type {string} */ wanted) => tests.filter(({ status }) => status === wanted)
  // A file that failed to load or set up has no failed tests of its own.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: named('passed').length,
    failed: named('failed').length + broken.length,
    skipped: tests.filter(({ status }) => !['passed', 'failed'].includes(status)).map(({ fullName }) => fullName),
    green: named('passed').map(({ name }) => name),
    failures: [
      ...named('failed').map((test) => failure(test, test.failureMessages)),
      ...broken.map(({ name, message }) => failure({ name: relative('', name) }, [message])),
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
  /** @type {{ suites: PlaywrightSuite[], errors?: { message?: string }[] }} */
  const { suites, errors = [] } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, tests }) => tests.map((test) => ({ ...test, title, file, name: `${file} > ${title}` })))
  const green = tests.filter(({ status }) => status === 'expected')
  const failed = tests.filter(({ status }) => status === 'unexpected')
  return {
    passed: green.length,
    failed: failed.length + errors.length,
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ title }) => title),
    green: green.map(({ name }) => name),
    failures: [
      ...failed.map((test) =>
        failure(
          test,
          test.results.map(({ error }) => error?.message),
        ),
      ),
      ...errors.map(({ message }) => failure({ name: 'an error outside of any test' }, [message])),
    ],
  }
}

/**
 * Errors that vitest caught between tests appear only in its output.
 * @param {string} output @returns {Failure[]}
 */
function unhandled(output) {
  const start = output.search(/^Vitest caught \d+ unhandled error/m)
  if (start === -1) return []
  const lines = output.slice(start).split('\n').filter(Boolean)
  return [failure({ name: 'an error outside of any test' }, [lines.slice(2).join('\n')])]
}

/**
 * Counts the tests of a stage that exited with `code`. A stage whose tests didn't run has failed. A program without a
 * report prints skipped items on lines that begin with `skipped:`.
 * @param {{ report?: 'vitest' | 'playwright' | undefined, file: string, code: number, output: string }} about
 * @returns {Count}
 */
export function countTests({ report, file, code, output }) {
  const none = { skipped: [], green: [], failures: [] }
  if (!report) {
    const skipped = [...output.matchAll(/^skipped: (.*)$/gm)].map(([, what = '']) => what)
    return { ...none, skipped, passed: Number(code === 0), failed: Number(code !== 0) }
  }
  if (!existsSync(file)) {
    const last = output.trimEnd().split('\n').slice(-6).join('\n')
    return { ...none, passed: 0, failed: 1, failures: [failure({ name: 'no report was written' }, [last])] }
  }
  const count = report === 'vitest' ? countVitest(file) : countPlaywright(file)
  const loose = unhandled(output)
  const failed = count.failed + loose.length
  const nothingRan = count.passed + failed === 0
  return {
    ...count,
    failed: failed === 0 && (code !== 0 || nothingRan) ? 1 : failed,
    failures: [...count.failures, ...loose],
  }
}
