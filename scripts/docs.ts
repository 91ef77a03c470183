/** Generates the pages of `docs/` and parts of READMEs from the sources. `npm run docs` */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { callsPage } from './docs/calls.ts'
import { envExample } from './docs/env-example.ts'
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

function write(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  writeFileSync(file, text)
  process.stdout.write(`${file}\n`)
}

for (const [file, page] of Object.entries(pages)) write(file, `${NOTE}${page().trim()}\n`)
for (const [file, readme] of Object.entries(readmes())) write(file, readme())
write('.env.example', envExample())
