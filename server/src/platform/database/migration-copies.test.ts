import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '../clock.ts'
import { openDatabase } from './database.ts'
import { MIGRATION_NAMES, migrate, schemaState } from './migrate.ts'
import { copyBeforeMigration, removeOldCopies } from './migration-copies.ts'

/** The only folder that is removed. */
const ALL = mkdtempSync(join(tmpdir(), 'stoa-copies-'))
afterAll(() => rmSync(ALL, { recursive: true }))

test('an older embedded database is copied before it is migrated, and only then', async () => {
  const dataFolder = join(ALL, 'data')
  const database = openDatabase({ url: null, dataFolder })
  expect(await copyBeforeMigration(database, dataFolder)).toBeNull()
  const older = MIGRATION_NAMES.slice(0, -1)
  await migrate(database, { until: older })
  writeFileSync(join(dataFolder, 'half-copy.sqlite'), 'a copy that was interrupted')
  const copy = join(dataFolder, `before-${MIGRATION_NAMES.at(-1)}.sqlite`)
  expect(await copyBeforeMigration(database, dataFolder)).toBe(copy)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  expect(existsSync(join(dataFolder, 'half-copy.sqlite'))).toBe(false)
  await migrate(database)
  expect(await copyBeforeMigration(database, dataFolder)).toBeNull()
  await database.close()
  // The copy is a database of the older version.
  mkdirSync(join(ALL, 'restored'))
  copyFileSync(copy, join(ALL, 'restored', 'stoa.sqlite'))
  const again = openDatabase({ url: null, dataFolder: join(ALL, 'restored') })
  expect(await schemaState(again)).toBe('outdated')
  await again.close()
})

test('copies are deleted after 30 days, and nothing else is', async () => {
  const dataFolder = join(ALL, 'data')
  const now = Date.now()
  const old = (now - 31 * DAY_MS) / 1000
  writeFileSync(join(dataFolder, 'before-0001-old.sqlite'), '')
  writeFileSync(join(dataFolder, 'mine.sqlite'), '')
  for (const name of ['before-0001-old.sqlite', 'mine.sqlite']) utimesSync(join(dataFolder, name), old, old)
  await removeOldCopies({ dataFolder, now })
  const names = readdirSync(dataFolder)
  expect(names).toContain('mine.sqlite')
  expect(names).toContain(`before-${MIGRATION_NAMES.at(-1)}.sqlite`)
  expect(names).not.toContain('before-0001-old.sqlite')
})
