import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlantedCopy, plantedCopy } from './planted-copy.ts'

let copy: PlantedCopy
beforeAll(() => {
  copy = plantedCopy()
})
afterAll(() => copy.remove())

/** The operator's command as npm links it, in a checkout where nothing was built. */
const stoa = (...parameters: string[]) =>
  spawnSync(process.execPath, [join(copy.folder, 'server/bin/stoa.mjs'), ...parameters], {
    cwd: copy.folder,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', STOA_DATA: join(copy.folder, 'data'), NODE_ENV: 'test' },
  })

test('a command builds the server where it is not built, and prints nothing but its own words', () => {
  const first = stoa('migrate')
  expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Ran 0001-/) })
  expect(first.stderr).toContain('built server')
  const second = stoa('check')
  expect(second).toMatchObject({ status: 0, stdout: 'Everything adds up.\n', stderr: '' })
})
