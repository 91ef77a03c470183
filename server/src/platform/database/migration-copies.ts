import { readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../clock.ts'
import { ConfigError } from '../domain-error.ts'
import { type Database, SQLITE_FILE } from './database.ts'
import { pendingMigrations, schemaState } from './migrate.ts'

/** Copies have what is deleted meanwhile, so they go as backups should. */
const KEPT_MS = 30 * DAY_MS
const COPY = /^before-\d{4}-[a-z0-9-]+\.sqlite$/
const HALF = 'half-copy.sqlite'

/**
 * Copies the embedded database before it is migrated, and returns the copy's path. Null: nothing will be migrated, or it
 * is MySQL's. Hold the start lock.
 */
export async function copyBeforeMigration(database: Database, dataFolder: string): Promise<string | null> {
  if (database.dialect.name !== 'sqlite' || (await schemaState(database)) !== 'outdated') return null
  const [first] = await pendingMigrations(database)
  const [{ size }, disk] = await Promise.all([stat(join(dataFolder, SQLITE_FILE)), statfs(dataFolder)])
  if (disk.bavail * disk.bsize < size * 2) {
    throw new ConfigError(
      `The database is to be migrated, and there is no room for the copy that is made before: ${dataFolder} needs ${Math.ceil((size * 2) / 1_000_000)} MB free.`,
    )
  }
  const half = join(dataFolder, HALF)
  const copy = join(dataFolder, `before-${first}.sqlite`)
  await rm(half, { force: true })
  await database.copyTo(half)
  await rename(half, copy)
  return copy
}

/** Deletes copies after 30 days. */
export async function removeOldCopies({ dataFolder, now }: { dataFolder: string; now: number }): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (!COPY.test(name)) continue
    const path = join(dataFolder, name)
    if ((await stat(path)).mtimeMs < now - KEPT_MS) await rm(path, { force: true })
  }
}
