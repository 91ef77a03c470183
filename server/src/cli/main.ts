#!/usr/bin/env node
import { startFailure } from '../start-failure.ts'
import { readSecret } from './commands.ts'
import { runCommand } from './program.ts'

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
