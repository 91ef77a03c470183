/** @typedef {import('./count.mjs').Count} Count */
/** @typedef {import('./count.mjs').Failure} Failure */
/** @typedef {Count & { flaky: Failure[] }} Verdict `flaky`: failed once and passed once, counted as passed. */

const AT_MOST = 20

/**
 * The files to run once more after some tests failed. Empty if that would prove nothing: many failed, a file didn't
 * load, or an error belongs to no test.
 * @param {Count} count
 * @returns {string[]}
 */
export function filesToRunAgain({ failed, failures }) {
  if (failed > AT_MOST || failures.length !== failed) return []
  const files = failures.map(({ file }) => file)
  return files.every((file) => file !== undefined) ? [...new Set(files)] : []
}

/**
 * Combines the results of two runs. A test that fails only once is reported as flaky with its message, so that the race
 * can be fixed, but doesn't fail the run. A test that fails twice fails, and a second run that broke changes nothing.
 * @param {Count} first
 * @param {Count} second Of the files of `filesToRunAgain`.
 * @returns {Verdict}
 */
export function combineRuns(first, second) {
  if (second.failures.length !== second.failed || second.failures.some(({ file }) => !file)) {
    return { ...first, flaky: [] }
  }
  const failedAgain = new Set(second.failures.map(({ name }) => name))
  const failedFirst = new Set(first.failures.map(({ name }) => name))
  const passedNow = new Set(second.green)
  const isFlaky = (/** @type {Failure} */ { name }) => passedNow.has(name) && !failedAgain.has(name)
  const mended = first.failures.filter(isFlaky)
  const failures = first.failures.filter((one) => !isFlaky(one))
  return {
    ...first,
    passed: first.passed + mended.length,
    failed: failures.length,
    failures,
    flaky: [...mended, ...second.failures.filter(({ name }) => !failedFirst.has(name))],
  }
}
