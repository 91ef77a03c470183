#!/usr/bin/env node
// npm links a command at install only when its file is there, and the built one is not yet. Only in development is what
// is not up to date built first: elsewhere a server runs what is built, and there may be nothing to build with.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadEnvFile } from './env-file.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cli = new URL('../dist/cli.js', import.meta.url)
const isDevelopment =
  process.env.NODE_ENV !== 'production' && existsSync(`${root}/node_modules/esbuild`) && existsSync(`${root}/scripts`)
const build = () =>
  spawnSync(process.execPath, ['scripts/build.mjs', '--only', 'server'], { cwd: root, stdio: 'inherit' }).status
// The settings of `npm start`.
const hasSettings = loadEnvFile()
const code = hasSettings && isDevelopment ? build() : 0
if (!hasSettings) process.exitCode = 1
else if (code === 0 && existsSync(cli)) await import(cli.href)
else {
  if (code === 0) process.stderr.write(`Stoa is not built. In ${root} run: npm ci && npm run build\n`)
  process.exitCode = code || 1
}
