import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundleServer } from '../../../scripts/build/bundle-server.mjs'
import { memoize } from '../../src/platform/cache/memoize.ts'

const PROGRAMS = {
  cli: 'server/src/cli/main.ts',
  'prepare-program': 'server/test/programs/prepare-program.ts',
  'server-program': 'server/test/programs/server-program.ts',
}
/** Below the repository, for the installed packages; a folder per process, because their sources may change. */
const FOLDERS = resolve('.cache/test-programs')
const folder = join(FOLDERS, String(process.pid))

const bundle = memoize(async () => {
  for (const pid of existsSync(FOLDERS) ? readdirSync(FOLDERS) : [])
    if (!isRunning(Number(pid))) rmSync(join(FOLDERS, pid), { recursive: true, force: true })
  await bundleServer(PROGRAMS, folder)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The file of a program, which starts in a third of the time that its sources would take. */
export async function bundledProgram(name: keyof typeof PROGRAMS): Promise<string> {
  await bundle()
  return join(folder, `${name}.js`)
}
