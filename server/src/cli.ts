#!/usr/bin/env node
import { runCommand } from './commands.ts'
import { readSecret } from './read-secret.ts'
import { startFailure } from './start-failure.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

runCommand(process.argv.slice(2), { say, ask: readSecret }).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${startFailure(error)}\n`)
    process.exitCode = 1
  },
)
