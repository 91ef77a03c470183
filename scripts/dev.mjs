/** Builds and runs the server, and does both again after each change of a source. */
import { spawn, spawnSync } from 'node:child_process'
import { watch } from 'node:fs'

const SOURCES = ['packages', 'server/src', 'hosted-app/src']
// An editor writes a file in several steps, and a branch switch changes many.
const SETTLED_MS = 150

/** @type {import('node:child_process').ChildProcess | undefined} */
let server
/** @type {NodeJS.Timeout | undefined} */
let waiting

function restart() {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs', '--runtime'], { stdio: 'inherit' })
  // What does not build leaves the old server running.
  if (status !== 0) return
  const start = () => {
    server = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], { stdio: 'inherit' })
  }
  if (!server || server.exitCode !== null) {
    start()
    return
  }
  server.once('exit', start)
  server.kill('SIGTERM')
}

for (const folder of SOURCES) {
  watch(folder, { recursive: true }, (_, file) => {
    if (!file || /(?:^|\/)(?:dist|node_modules)\/|\.(?:test|stories)\.tsx?$/.test(file)) return
    clearTimeout(waiting)
    waiting = setTimeout(restart, SETTLED_MS)
  })
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    server?.kill('SIGTERM')
    process.exit(0)
  })
}
restart()
