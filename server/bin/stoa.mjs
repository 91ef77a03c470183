#!/usr/bin/env node
// npm links a command at install only when its file is there, and the built one is not yet. In a checkout what is not
// up to date is built first; where only what was built is installed there is nothing to build with.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isCheckout = existsSync(`${root}/scripts/build.mjs`)
const built = isCheckout
  ? spawnSync(process.execPath, ['scripts/build.mjs', '--only', 'server'], { cwd: root, stdio: 'inherit' })
  : { status: 0 }
if (built.status === 0) await import(new URL('../dist/cli.js', import.meta.url).href)
else process.exitCode = built.status ?? 1
