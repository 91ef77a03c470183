import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { forgetOpenTests, openTests } from './open-tests.mjs'

const folder = mkdtempSync(join(tmpdir(), 'stoa-open-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PROGRAMS = {
  vitest: (file: string) => ['node_modules/vitest/vitest.mjs', 'run', '--root', folder, '--globals', file],
  playwright: (file: string) => ['node_modules/@playwright/test/cli.js', 'test', '--config', folder, file],
}

test.each(['vitest', 'playwright'] as const)(
  'after %s was killed, the running tests are known',
  async (name) => {
    const reporter = join(import.meta.dirname, 'open-tests-reporter.mjs')
    const file = name === 'vitest' ? 'hangs.test.mjs' : 'hangs.spec.mjs'
    const from = name === 'vitest' ? 'vitest' : '@playwright/test'
    const link = join(
      import.meta.dirname,
      '../../node_modules',
      from,
      name === 'vitest' ? 'dist/index.js' : 'index.mjs',
    )
    writeFileSync(
      join(folder, file),
      `import { test } from '${link}'
    test('is done', () => {})
    test('hangs', async () => { await new Promise((done) => setTimeout(done, 600_000)) }, ${name === 'vitest' ? 600_000 : ''})`,
    )
    const notes = join(folder, name)
    forgetOpenTests(notes)
    const child = spawn(process.execPath, [...PROGRAMS[name](file), `--reporter=${reporter}`], {
      env: { ...process.env, STOA_OPEN_TESTS: notes },
      stdio: 'ignore',
      detached: true,
    })
    await vi.waitFor(() => expect(openTests(notes)).toEqual([expect.stringMatching(/ > hangs$/)]), 100_000)
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  },
  120_000,
)
