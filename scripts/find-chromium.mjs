/** Prints the path of a Chromium for browser tests: `STOA_CHROMIUM`, an installed one, or one installed now. */
import { pathToFileURL } from 'node:url'
import { findProgram } from './services/find-program.mjs'

/** @returns {string} */
export function findChromium() {
  return (
    process.env.STOA_CHROMIUM ??
    findProgram({ names: ['chromium', 'chromium-headless-shell', 'google-chrome', 'chrome'], debian: 'chromium' })
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(findChromium())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
