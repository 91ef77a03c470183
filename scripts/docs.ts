/**
 * Generates the pages of `docs/` and parts of READMEs from the sources. `npm run docs`; with `--check` it writes
 * nothing and fails if a page is stale.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { callsPage } from './docs/calls.ts'
import { errorsPage } from './docs/errors.ts'
import { eventsPage } from './docs/events.ts'
import { permissionsPage } from './docs/permissions.ts'
import { readmes } from './docs/readmes.ts'
import { themingPage } from './docs/theming.ts'

const pages: Record<string, () => string> = {
  'docs/calls.md': callsPage,
  'docs/errors.md': errorsPage,
  'docs/events.md': eventsPage,
  'docs/permissions.md': permissionsPage,
  'docs/theming.md': themingPage,
}
const NOTE = '<!-- Written by `npm run docs`; change the sources that it names instead. -->\n\n'

function present(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const written = Object.entries(pages).map(([file, write]) => ({ file, text: `${NOTE}${write().trim()}\n` }))
const stale = [...written, ...Object.entries(readmes()).map(([file, write]) => ({ file, text: write() }))].filter(
  ({ file, text }) => present(file) !== text,
)

if (process.argv.includes('--check')) {
  for (const { file } of stale) process.stderr.write(`${file} is stale: run \`npm run docs\`.\n`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  mkdirSync('docs', { recursive: true })
  for (const { file, text } of stale) {
    writeFileSync(file, text)
    process.stdout.write(`${file}\n`)
  }
}
