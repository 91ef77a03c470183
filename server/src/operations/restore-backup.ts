import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { GONE_FILE, readArchive } from '../platform/backup/archive-reader.ts'
import type { Manifest } from '../platform/backup/manifest.ts'
import { systemClock } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import {
  beginFilling,
  clearFilling,
  columnLengths,
  countRows,
  emptyTables,
  endFilling,
  type FillingState,
  fillingState,
  loadRows,
} from '../platform/database/load.ts'
import { MIGRATION_NAMES, migrate, unknownMigrations } from '../platform/database/migrate.ts'
import type { Cell } from '../platform/database/snapshot.ts'
import { ConfigError } from '../platform/domain-error.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { assertSecret } from '../platform/security/secret-mark.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { checkInstallation, linesOf } from './check-installation.ts'
import { originRewrite } from './origin-rewrite.ts'
import { beginStaging, endStaging, restoringAlone } from './staging.ts'

/** An archive that was read to its end: nothing in it is damaged. */
export interface CheckedArchive {
  path: string
  manifest: Manifest
  /** Null: it isn't in the archive. */
  secret: string | null
}

export interface RestoreResult {
  manifest: Manifest
  rows: number
  /** What `stoa check` says about it, line by line. */
  findings: string[]
}

/** Reads a whole archive and compares it with its manifest. Throws a ConfigError if it is damaged or of a newer version. */
export async function checkArchive(path: string): Promise<CheckedArchive> {
  let secret: string | null = null
  const manifest = await readArchive(path, {
    async file(about, content) {
      if (about.path === 'data/secret') secret = (await text(content)).trim()
    },
  })
  const unknownNames = unknownMigrations(manifest.schema)
  if (unknownNames.length > 0) {
    throw new ConfigError(
      `${path} was made by a newer version of Stoa, ${manifest.version} (${unknownNames.join(', ')}). Restore it with that version.`,
    )
  }
  return { path, manifest, secret }
}

/**
 * Fills an empty data folder, and an empty database if it is MySQL's. Nothing is there before all of it is. `origin`: the
 * new public address; null: as it was.
 */
export function restoreBackup(
  archive: CheckedArchive,
  { config, origin }: { config: Config; origin: string | null },
): Promise<RestoreResult> {
  return restoringAlone(config.dataFolder, async () => {
    const staging = await beginStaging(config.dataFolder, await databaseState(config))
    try {
      const database = openDatabase({ url: config.databaseUrl, dataFolder: staging.folder })
      const fill = () => fillInstallation(archive, { config, origin, database, folder: staging.folder })
      try {
        if (config.databaseUrl !== null) {
          const done = await database.exclusively(() => filling(database, { ...staging, fill }))
          await endStaging(config.dataFolder)
          return done
        }
        const result = await fill()
        await database.emptyLog()
        await database.close()
        await staging.finish()
        return result
      } finally {
        await database.close().catch(() => {})
      }
    } catch (error) {
      await staging.discard()
      throw fullDisk(error, 'Nothing was restored. Make room, or set STOA_DATA to another disk.')
    }
  })
}

/** The state of MySQL's database; null: it is the embedded one. */
async function databaseState({ databaseUrl, dataFolder }: Config): Promise<FillingState | null> {
  if (databaseUrl === null) return null
  const database = openDatabase({ url: databaseUrl, dataFolder })
  try {
    return await fillingState(database)
  } finally {
    await database.close()
  }
}

/** Fills an empty MySQL database, which no server starts on until all is done. */
export async function filling<Result>(
  database: Database,
  about: { fill(): Promise<Result>; finish?(): Promise<void>; undo?(): Promise<void> },
): Promise<Result> {
  const state = await fillingState(database)
  if (state === 'used')
    throw new ConfigError('The database of DATABASE_URL is not empty. Name an empty one: nothing is replaced.')
  if (state === 'unfinished') await clearFilling(database)
  await beginFilling(database)
  try {
    const result = await about.fill()
    await about.finish?.()
    await endFilling(database)
    return result
  } catch (error) {
    await clearFilling(database)
    await about.undo?.()
    throw error
  }
}

/** Restores an archive into a temporary folder, and removes that again. `hasSecret`: the secret is the installation's. */
export async function tryRestore(
  archive: CheckedArchive,
  { config, hasSecret }: { config: Config; hasSecret: boolean },
): Promise<RestoreResult> {
  const parent = await mkdtemp(join(tmpdir(), 'stoa-restore-'))
  const folder = join(parent, 'data')
  try {
    const database = openDatabase({ url: null, dataFolder: folder })
    const embedded = { ...config, databaseUrl: null, s3: null, dataFolder: folder }
    try {
      return await fillInstallation(archive, { config: embedded, origin: null, hasSecret, database, folder })
    } finally {
      await database.close()
    }
  } catch (error) {
    throw fullDisk(error, `Make room in ${tmpdir()}, or set TMPDIR to a folder on another disk.`)
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

interface Filling {
  config: Config
  database: Database
  /** Becomes the data folder. */
  folder: string
  origin: string | null
  /** Whether the secret is the installation's. Default: true. */
  hasSecret?: boolean
}

async function fillInstallation(archive: CheckedArchive, about: Filling): Promise<RestoreResult> {
  const { database, folder, origin, hasSecret = true } = about
  const { manifest } = archive
  const storage = openStorage({ s3: about.config.s3, dataFolder: folder })
  await migrate(database, { until: manifest.schema })
  await emptyTables(
    database,
    manifest.tables.map(({ name }) => name),
  )
  let count = 0
  let gone: string[] = []
  await readArchive(archive.path, {
    async table({ name: table, columns }, given) {
      const rows = { table, columns, lengths: await columnLengths(database, table) }
      const change = origin === null ? null : originRewrite(rows, { from: manifest.origin, to: origin })
      count += await loadRows(database, { table, columns }, change === null ? given : changed(given, change))
    },
    async file({ path }, content) {
      const [kind, ...parts] = path.split('/')
      if (path === GONE_FILE) gone = z.array(z.string()).parse(JSON.parse(await text(content)))
      else if (kind === 'media') await storeUpload(storage, { parts, content, folder })
      else if (about.config.isSecretKept || path !== 'data/secret') await write(join(folder, ...parts), content)
    },
  })
  await assertCounts(database, manifest)
  if (hasSecret) await assertSecret(database, about.config.secret)
  await migrate(database, { until: MIGRATION_NAMES })
  const config = { ...about.config, dataFolder: folder }
  const app = createApp({ config, database, clock: systemClock, logger: createLogger('error', process.stderr) })
  await app.services.servedDomains.load()
  // The archive may be of an installation that was restored itself and not released.
  await database.transaction(async (tx) => {
    await app.jobs.hold.end(tx)
    await app.jobs.hold.begin(tx, Date.now())
  })
  await app.services.uploaded.removeGone(gone)
  // Text changes with the address; otherwise only what the backup, or a migration, has left is indexed.
  if (origin === null) await app.services.searchIndex.complete({ isAlone: true })
  else await app.services.searchIndex.reindex(undefined, { isAlone: true })
  const findings = linesOf(await checkInstallation(app))
  await app.background.settled()
  await app.events.flush()
  return { manifest, rows: count, findings }
}

async function* changed(rows: AsyncIterable<Cell[]>, change: (row: Cell[]) => Cell[]): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield change(row)
}

async function write(path: string, content: Readable): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(content, createWriteStream(path, { mode: 0o600 }))
}

async function storeUpload(
  storage: Storage,
  { parts, content, folder }: { parts: string[]; content: Readable; folder: string },
): Promise<void> {
  const [id = '', name = ''] = parts
  const half = join(folder, 'upload')
  await write(half, content)
  await storage.put(id, name, half)
}

async function assertCounts(database: Database, manifest: Manifest): Promise<void> {
  const counts = await countRows(
    database,
    manifest.tables.map(({ name }) => name),
  )
  const wrong = manifest.tables.filter(({ name, rows }) => counts.get(name) !== rows).map(({ name }) => name)
  if (wrong.length > 0) throw new Error(`Not all rows were stored: ${wrong.join(', ')}.`)
}

function fullDisk(error: unknown, advice: string): unknown {
  const { code = '' } = Object(error) as { code?: string }
  return code === 'ENOSPC' || code === 'SQLITE_FULL' ? new ConfigError(`The disk is full. ${advice}`) : error
}
