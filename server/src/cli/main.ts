#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadCatalogues } from '../platform/languages/catalogues.ts'
import { startFailure } from '../start-failure.ts'
import { readSecret } from './commands.ts'
import { runCommand } from './program.ts'

/** The repository, from `server/src/cli` and from `server/dist`. */
const ROOT = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../..' : '../..')
const CATALOGUES = join(ROOT, 'packages/languages/dist')

// For mails about what a command does. Unbuilt, they are in English.
if (existsSync(CATALOGUES)) loadCatalogues(CATALOGUES)

// Make new files accessible only to this user.
process.umask(0o077)

runCommand(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
  ask: readSecret,
}).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${startFailure(error)}\n`)
    process.exitCode = 1
  },
)
