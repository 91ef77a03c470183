import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * A failed test or file.
 * @typedef {object} Failure
 * @property {string} name
 * @property {string} text Its name, and the beginning of its error message.
 * @property {string} [file] The test's file, for running it again. Undefined if the error belongs to none.
 */

/**
 * The results in a test program's JSON report.
 * @typedef {object} Count
 * @property {number} passed
 * @property {string[]} skipped Names of skipped tests.
 * @property {string[]} green Names of the tests that passed.
 * @property {Failure[]} failures
 */

/** @type {Count} */
const NOTHING = { passed: 0, skipped: [], green: [], failures: [] }

/** A failed program's last lines, which say why. */
const TAIL = 40

/** Name of failures that belong to no test. */
const OUTSIDE = 'an error outside of any test'

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
  const testsWith = (/** @type {string} */ testStatus) => tests.filter(({ status }) => status === testStatus)
  // A file that failed to load or set up has no failed tests of its own.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: testsWith('passed').length,
    skipped: tests.filter(({ status }) => !['passed', 'failed'].includes(status)).map(({ fullName }) => fullName),
    green: testsWith('passed').map(({ name }) => name),
    failures: [
      ...testsWith('failed').map((test) => failure(test, test.failureMessages)),
      ...broken.map(({ name, message }) => {
        const path = relative('', name)
        return failure({ name: path, file: path }, [message])
      }),
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
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ title }) => title),
    green: green.map(({ name }) => name),
    failures: [
      ...failed.map((test) =>
        failure(
          test,
          test.results.map(({ error }) => error?.message),
        ),
      ),
      ...errors.map(({ message }) => failure({ name: OUTSIDE }, [message])),
    ],
  }
}

/**
 * Errors that vitest caught between tests appear only in its output, usually with the file that was running.
 * @param {string} output @returns {Failure[]}
 */
function unhandled(output) {
  const start = output.search(/^Vitest caught \d+ unhandled error/m)
  if (start === -1) return []
  const lines = output.slice(start).split('\n').filter(Boolean)
  const file = /^This error originated in "(.+?)" test file/m.exec(output.slice(start))?.[1]
  return [failure({ name: OUTSIDE, file }, [lines.slice(2).join('\n')])]
}

/** @param {Count[]} counts @returns {Count} */
export function addCounts(counts) {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    skipped: counts.flatMap(({ skipped }) => skipped),
    green: counts.flatMap(({ green }) => green),
    failures: counts.flatMap(({ failures }) => failures),
  }
}

/**
 * Counts a program without a report as one test. It prints what it skipped on lines that begin with `skipped:`.
 * @param {{ name: string, code: number, output: string }} about
 * @returns {Count}
 */
export function countProgram({ name, code, output }) {
  const skipped = [...output.matchAll(/^skipped: (.*)$/gm)].map(([, what = '']) => what)
  if (code === 0) return { passed: 1, skipped, green: [name], failures: [] }
  return {
    ...NOTHING,
    skipped,
    failures: [{ name, file: name, text: [name, ...output.trimEnd().split('\n').slice(-TAIL)].join('\n    ') }],
  }
}

/** Exit code of a program that was stopped because it took too long, as `timeout` has it. */
export const OUT_OF_TIME = 124

/** Name of the failure of a stage that took too long. */
export const STOPPED = 'stopped before its end'

/**
 * Counts the tests of a test program that exited with `code`. If no test ran, it has failed.
 * @param {{ report: 'vitest' | 'playwright', file: string, code: number, output: string }} about
 * @returns {Count}
 */
export function countTests({ report, file, code, output }) {
  const last = () => [output.trimEnd().split('\n').slice(-6).join('\n')]
  if (!existsSync(file)) {
    const name = code === OUT_OF_TIME ? STOPPED : 'no report was written'
    return { ...NOTHING, failures: [failure({ name }, last())] }
  }
  const count = report === 'vitest' ? countVitest(file) : countPlaywright(file)
  const failures = [...count.failures, ...unhandled(output)]
  if (failures.length === 0 && count.passed === 0) failures.push(failure({ name: 'no test ran' }, last()))
  if (failures.length === 0 && code !== 0) failures.push(failure({ name: `exit code ${code}` }, last()))
  return { ...count, failures }
}
