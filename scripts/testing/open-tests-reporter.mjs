import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * A reporter for vitest and Playwright that writes started and finished tests to the file `STOA_OPEN_TESTS`: after a
 * kill it shows what was running.
 */
export default class OpenTests {
  #file = process.env.STOA_OPEN_TESTS

  /** @param {string} mark @param {string | undefined} path @param {string} title */
  #note(mark, path, title) {
    if (this.#file)
      appendFileSync(this.#file, `${mark}${relative('', path ?? '')} > ${title.replaceAll(/\s+/g, ' ')}\n`)
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseReady({ module, fullName }) {
    this.#note('+', module.moduleId, fullName)
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult({ module, fullName }) {
    this.#note('-', module.moduleId, fullName)
  }

  /** @param {import('@playwright/test/reporter').TestCase} test */
  onTestBegin({ location, title }) {
    this.#note('+', location.file, title)
  }

  /** @param {import('@playwright/test/reporter').TestCase} test */
  onTestEnd({ location, title }) {
    this.#note('-', location.file, title)
  }
}
