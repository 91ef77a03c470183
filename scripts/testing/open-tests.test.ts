import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** A busy machine may take long, or fail, to start a program's workers. */
const STARTS = 3
const START_MS = 30_000

/** Runs a program until its second test hangs, and kills it with all that it started. */
async function killWhileHanging(args: string[], notes: string): Promise<void> {
  forgetOpenTests(notes)
  const log = join(folder, 'output.log')
  const output = openSync(log, 'w')
  const child = spawn(process.execPath, args, {
    env: { ...process.env, STOA_OPEN_TESTS: notes },
    stdio: ['ignore', output, output],
    detached: true,
  })
  const ended = once(child, 'exit')
  const ending = ended.then(() => {
    throw new Error(`The program ended by itself:\n${readFileSync(log, 'utf8')}`)
  })
  ending.catch(() => {})
  try {
    const hanging = vi.waitFor(() => expect(openTests(notes)).toEqual([expect.stringMatching(/ > hangs$/)]), START_MS)
    await Promise.race([hanging, ending])
  } finally {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
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
    const args = [...PROGRAMS[name](file), `--reporter=${reporter}`]
    for (let starts = 1; openTests(notes).length === 0; starts += 1) {
      await killWhileHanging(args, notes).catch((error: unknown) => {
        if (starts === STARTS) throw error
      })
    }
    expect(openTests(notes)).toEqual([expect.stringMatching(/ > hangs$/)])
  },
  STARTS * START_MS + 30_000,
)
