import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const NOBODY = 65_534
const RUN = `import { loadEnvFile } from './env-file.mjs'
console.log(loadEnvFile(), process.env.STOA_MARK)`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-env-file-'))
  chmodSync(folder, 0o755)
  copyFileSync(join(import.meta.dirname, '../server/bin/env-file.mjs'), join(folder, 'env-file.mjs'))
  writeFileSync(join(folder, 'run.mjs'), RUN)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs as a user who may not read files of mode 0. */
function run(...parameters: string[]) {
  const isRoot = process.getuid?.() === 0
  const { stdout, stderr } = spawnSync(process.execPath, ['run.mjs', ...parameters], {
    cwd: folder,
    encoding: 'utf8',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  })
  return { stdout, stderr }
}

test('settings are read if there are some', () => {
  expect(run()).toEqual({ stdout: 'true undefined\n', stderr: '' })
  writeFileSync(join(folder, '.env'), 'STOA_MARK=here\n')
  expect(run()).toEqual({ stdout: 'true here\n', stderr: '' })
})

test('whoever may not read them hears it, and what to do', () => {
  writeFileSync(join(folder, '.env'), 'STOA_MARK=here\n', { mode: 0 })
  const { stdout, stderr } = run()
  expect(stdout).toBe('false undefined\n')
  expect(stderr).toMatch(/\.env can't be read \(EACCES\)\. (It belongs to the user with the id 0|Let its owner)/)
  expect(JSON.parse(run('--json').stderr)).toEqual({ error: stderr.trim() })
  rmSync(join(folder, '.env'))
  mkdirSync(join(folder, '.env'))
  expect(run().stderr).toContain('(EISDIR). Settings are in a file of this name')
})
