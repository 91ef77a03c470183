import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundleServer } from '../../../scripts/build/bundle-server.mjs'
import { memoize } from '../../src/platform/cache/memoize.ts'

const PROGRAMS = {
  cli: 'server/src/cli/main.ts',
  'prepare-program': 'server/test/programs/prepare-program.ts',
  'server-program': 'server/test/programs/server-program.ts',
}
/** Below the repository, for the installed packages. */
const folder = resolve(`.cache/test-programs/${process.pid}`)

const bundle = memoize(async () => {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await bundleServer(PROGRAMS, folder)
})

/** The file of a program, which starts in a third of the time that its sources would take. */
export async function bundledProgram(name: keyof typeof PROGRAMS): Promise<string> {
  await bundle()
  return join(folder, `${name}.js`)
}
