import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * A reporter of vitest and of Playwright that notes which tests begin and end in the file `STOA_OPEN_TESTS`: a program
 * that is killed can no longer say what it was doing.
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
