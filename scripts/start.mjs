/** Builds what is missing, then runs the server with its signals and exit code. */
import { spawnSync } from 'node:child_process'

const built = spawnSync(process.execPath, ['scripts/build.mjs', '--runtime'], { stdio: 'inherit' })
if (built.status === 0) {
  process.setSourceMapsEnabled(true)
  // In a variable: before the first build there is no module for the compiler to check.
  const server = new URL('../server/dist/main.js', import.meta.url).href
  await import(server)
} else {
  process.exitCode = built.status ?? 1
}
