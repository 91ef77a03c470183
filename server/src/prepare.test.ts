import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type EmptyDatabase } from '../test/databases/empty-database.ts'
import { bundledProgram } from '../test/programs/bundled-program.ts'
import { readConfig } from './config.ts'
import { people } from './demo/people.ts'
import { createIntegrity } from './domains/account/integrity/check.ts'
import { openDatabase } from './platform/database/database.ts'
import { migrations } from './platform/database/migrations/index.ts'
import { createLogger } from './platform/logging/logger.ts'
import { prepare } from './prepare.ts'
import { TABLES } from './services.ts'

let empty: EmptyDatabase
beforeEach(async () => {
  empty = await createEmptyDatabase()
})
afterEach(() => empty.remove())

/** Starts a process that prepares the database; returns what it prints. */
async function prepared(environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [await bundledProgram('prepare-program')], {
    env: { ...process.env, STOA_SECRET: '', PORT: '0', ...empty.settings, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return printed
}

const AT_ONCE = 3

test('several servers can start at once on an empty database', async () => {
  const printed = await Promise.all(Array.from({ length: AT_ONCE }, () => prepared({ STOA_DEMO: '0' })))
  expect(printed).toEqual(Array.from({ length: AT_ONCE }, () => 'ready'))
  const database = openDatabase(empty)
  expect(await database.read('migrations').count({ count: '*' }).first()).toEqual({ count: migrations.length })
  expect(await database.read('communities').pluck('token_name')).toEqual(['FORUM'])
  expect(await database.read('setup_state').select('claimed_at', 'finished_at')).toEqual([
    { claimed_at: 0, finished_at: 0 },
  ])
  await database.close()
  expect(readFileSync(join(empty.dataFolder, 'secret'), 'utf8')).toMatch(/^[\w-]{43}$/)
})

test('of several servers that start at once, one loads the demonstration', async () => {
  const printed = await Promise.all(Array.from({ length: AT_ONCE }, () => prepared({ STOA_DEMO: '1' })))
  expect(printed).toEqual(Array.from({ length: AT_ONCE }, () => 'ready'))
  const database = openDatabase(empty)
  expect(await database.read('users').count({ count: '*' }).first()).toEqual({ count: people.length })
  expect(await database.read('setup_state').select()).toEqual([])
  expect(await createIntegrity(database, TABLES).check()).toEqual([])
  await database.close()
})

test('with STOA_SETUP=0 a new forum is open at once, and one that waits is opened', async () => {
  const rows = async () => {
    const database = openDatabase(empty)
    const found = await database.read('setup_state').pluck('finished_at')
    await database.close()
    return found.map((at) => Number(at) > 0)
  }
  await prepared({ STOA_DEMO: '0', STOA_SETUP: '0' })
  expect(await rows()).toEqual([])
  await prepared({ STOA_DEMO: '0' })
  expect(await rows()).toEqual([false])
  await prepared({ STOA_DEMO: '0', STOA_SETUP: '0' })
  expect(await rows()).toEqual([true])
})

/** Prepares the database in this process; returns the warnings and the names of the communities. */
async function preparedHere(environment: Record<string, string> = {}) {
  const config = readConfig({ STOA_SECRET: '', STOA_DEMO: '0', ...empty.settings, ...environment })
  const database = openDatabase(empty)
  const warnings: string[] = []
  const logger = createLogger('warn', { write: (line) => warnings.push(line) })
  await prepare({ config, database, logger, root: join(import.meta.dirname, '../..') })
  const names = await database.read('communities').orderBy('token_name').pluck('token_name')
  return { warnings, names, database }
}

test('until somebody owns the forum, its default community can get another name', async () => {
  const namesWith = async (defaultTokenName: string, environment?: Record<string, string>) => {
    writeFileSync(join(empty.dataFolder, 'config.json'), JSON.stringify({ defaultTokenName }))
    const { names, database } = await preparedHere(environment)
    await database.close()
    return names
  }
  expect(await namesWith('FORUM')).toEqual(['FORUM'])
  expect(await namesWith('GARDEN')).toEqual(['FORUM', 'GARDEN'])
  // An open forum keeps its communities.
  await namesWith('GARDEN', { STOA_SETUP: '0' })
  expect(await namesWith('MEADOW')).toEqual(['FORUM', 'GARDEN'])
})

test('a community at the address of the guide is reported', async () => {
  const { warnings, database } = await preparedHere()
  expect(warnings).toEqual([])
  await database.transaction(({ connection }) =>
    connection('communities').where({ token_name: 'FORUM' }).update({ token_name: 'SETUP' }),
  )
  await database.close()
  const again = await preparedHere()
  expect(again.warnings.join()).toContain('Community SETUP can’t be opened at /bbs/setup')
  await again.database.close()
})
