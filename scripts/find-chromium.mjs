/** Prints the path of a Chromium for browser tests: `STOA_CHROMIUM`, an installed one, or one installed now. */
import { pathToFileURL } from 'node:url'
import { findProgram } from './services/find-program.mjs'

const SHELL = 'chromium-headless-shell'

/**
 * Prefers the headless shell, which takes half the processor time.
 * @returns {string}
 */
export function findChromium() {
  if (process.env.STOA_CHROMIUM) return process.env.STOA_CHROMIUM
  try {
    return findProgram({ names: [SHELL], debian: SHELL })
  } catch {
    return findFullChromium()
  }
}

/**
 * Finds or installs a Chromium that shows notifications, which the headless shell refuses.
 * @returns {string}
 */
export function findFullChromium() {
  return findProgram({ names: ['chromium', 'google-chrome', 'chrome'], debian: 'chromium' })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(findChromium())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
