import fs from 'node:fs'
import { createRequire } from 'node:module'
import { builtinEnvironments } from 'vitest/runtime'

const require = createRequire(import.meta.url)
const SHEET = /browser[\\/]default-stylesheet\.css$/
/** What queries by role, names of elements and pointers ask for. */
const ASKED = /^\s*(?:display|visibility|content|pointer-events)\s*:/i

/** Instead of `:dir()`, which analyzes the text of each element with `dir`. */
const DIRECTIONS = '[dir=ltr i]{direction:ltr} [dir=rtl i]{direction:rtl}'

/** The rules of a flat style sheet that tests ask for. */
function asked(sheet: string): string {
  const rules = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)
  return [...rules]
    .map(([, selectors = '', declarations = '']) => ({
      selectors,
      kept: declarations.split(';').filter((one) => ASKED.test(one)),
    }))
    .filter(({ kept }) => kept.length > 0)
    .map(({ selectors, kept }) => `${selectors}{${kept.join(';')}}`)
    .join('\n')
}

/**
 * Loads jsdom with only those rules of its style sheet for browsers. It matches all of them with each element whose
 * style is computed, which took a quarter of the time of component tests.
 */
function loadJsdom(): void {
  const { readFileSync } = fs
  fs.readFileSync = ((file: fs.PathOrFileDescriptor, ...rest: [never]) => {
    const content: unknown = readFileSync(file, ...rest)
    return typeof content === 'string' && SHEET.test(String(file)) ? DIRECTIONS + asked(content) : content
  }) as typeof readFileSync
  try {
    require('jsdom')
  } finally {
    fs.readFileSync = readFileSync
  }
}

loadJsdom()

// Vitest reads an environment's default export.
// oxlint-disable-next-line import/no-default-export
export default builtinEnvironments.jsdom
