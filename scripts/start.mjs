/** Builds what is missing, then runs the server with its signals and exit code. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { loadEnvFile } from '../server/bin/env-file.mjs'

if (!loadEnvFile()) process.exit(1)

// In a variable: before the first build there is no module for the compiler to check.
const server = new URL('../server/dist/main.js', import.meta.url)
// Where the build tools were removed after a build, that build runs.
const canBuild = existsSync('node_modules/esbuild')
const code = canBuild ? spawnSync(process.execPath, ['scripts/build.mjs', '--runtime'], { stdio: 'inherit' }).status : 0
if (code === 0 && existsSync(server)) {
  process.setSourceMapsEnabled(true)
  await import(server.href)
} else {
  if (code === 0) console.error('Stoa is not built. Run: npm ci && npm run build')
  process.exitCode = code || 1
}
