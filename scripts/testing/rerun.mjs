import { STOPPED } from './count.mjs'

/** @typedef {import('./count.mjs').Count} Count */
/** @typedef {import('./count.mjs').Failure} Failure */
/** @typedef {Count & { flaky: Failure[] }} Verdict `flaky`: failed in one run and passed in another, counted as passed. */

/** After more failures than this, running them again would only take time. */
const MAX_FAILURES = 20

/** How often failed tests run again. */
export const RERUNS = 2

/**
 * What to run again after some tests failed: their files, or `'all'` if a failure belongs to no file. Null if nothing
 * failed, so much that running it again would prove nothing, or the stage took too long, as it would again.
 * @param {Count} count
 * @returns {string[] | 'all' | null}
 */
export function scopeOfRerun({ failures }) {
  if (failures.length === 0 || failures.length > MAX_FAILURES) return null
  if (failures.some(({ name }) => name === STOPPED)) return null
  const files = failures.map(({ file }) => file)
  return files.every((file) => file !== undefined) ? [...new Set(files)] : 'all'
}

/**
 * Adds the results of a rerun. A test that failed before and passes now is flaky: it is reported with its message and
 * counts as passed. So is a test of the same files that passed before and fails now.
 * @param {Verdict} before
 * @param {Count} rerun Of what `scopeOfRerun` returned.
 * @returns {Verdict}
 */
export function addRerun(before, rerun) {
  const failedNow = new Set(rerun.failures.map(({ name }) => name))
  const failedBefore = new Set(before.failures.map(({ name }) => name))
  const hasPassed = (/** @type {Failure} */ { name, file }) => {
    if (failedNow.has(name)) return false
    if (rerun.green.includes(name)) return true
    // A file that didn't load, or an error outside of any test, passes with the tests beside it.
    const beside = `${file} > `
    const isNoTest = name === file || file === undefined
    return isNoTest && rerun.green.some((one) => file === undefined || one.startsWith(beside))
  }
  const mended = before.failures.filter(hasPassed)
  const failures = before.failures.filter((one) => !mended.includes(one))
  const isNew = (/** @type {Failure} */ { name }) =>
    !failedBefore.has(name) && !before.flaky.some((one) => one.name === name)
  return {
    ...before,
    passed: before.passed + mended.length,
    failures,
    flaky: [...before.flaky, ...mended, ...rerun.failures.filter(isNew)],
  }
}
