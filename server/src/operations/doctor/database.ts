import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type Database, openDatabase, SQLITE_FILE } from '../../platform/database/database.ts'
import { pendingMigrations, schemaState } from '../../platform/database/migrate.ts'
import { ConfigError } from '../../platform/domain-error.ts'
import { createHold } from '../../platform/jobs/hold.ts'
import { assertSecret } from '../../platform/security/secret-mark.ts'
import { startFailure } from '../../start-failure.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

/** A database that responds. */
export interface OpenedDatabase {
  database: Database
  /** Its tables are those of this version. */
  isCurrent: boolean
  close(): Promise<void>
}

/** Oldest versions of the servers. */
const OLDEST = { MySQL: [8, 0], MariaDB: [10, 6] } as const

export async function checkDatabase(config: Config): Promise<{ finding: Finding; opened: OpenedDatabase | null }> {
  const { databaseUrl, dataFolder } = config
  if (databaseUrl === null && !existsSync(join(dataFolder, SQLITE_FILE))) {
    const advice = 'Start the server, which makes it, or set STOA_DATA to the data folder of the server.'
    return { finding: failed('database', `there is none in ${dataFolder}`, advice), opened: null }
  }
  let database: Database | null = null
  try {
    database = openDatabase({ url: databaseUrl, dataFolder })
    await database.ping()
    const { finding, isCurrent } = await stateOf(database, config)
    return { finding, opened: { database, isCurrent, close: database.close } }
  } catch (error) {
    await database?.close().catch(() => {})
    const advice = error instanceof ConfigError ? 'See the message.' : 'Start the database, or correct DATABASE_URL.'
    return { finding: failed('database', startFailure(error).split('\n')[0] ?? '', advice), opened: null }
  }
}

async function stateOf(database: Database, config: Config): Promise<{ finding: Finding; isCurrent: boolean }> {
  const state = await schemaState(database)
  const isCurrent = state === 'current'
  const { name, problem } = await serverOf(database)
  if (problem !== null) return { finding: failed('database', problem, 'Upgrade or alter the database.'), isCurrent }
  if (state === 'newer') {
    const found = 'a newer version of Stoa has changed it'
    return { finding: failed('database', found, 'Run that version, or restore a backup.'), isCurrent }
  }
  if (!isCurrent) {
    const found = `${name}; ${(await pendingMigrations(database)).length} migrations have not run`
    return { finding: warning('database', found, 'Start the server, or run: stoa migrate'), isCurrent }
  }
  await assertSecret(database, config.secret)
  const since = await createHold(database).since()
  if (since === null) return { finding: ok('database', `${name}, up to date`), isCurrent }
  const found = `${name}; mails, push messages, webhooks and scheduled posts are held since ${new Date(since).toISOString()}`
  return {
    finding: warning('database', found, 'When this is the installation that people use, run: stoa release'),
    isCurrent,
  }
}

async function serverOf({ dialect, read }: Database): Promise<{ name: string; problem: string | null }> {
  if (dialect.name === 'sqlite') return { name: 'SQLite', problem: null }
  const [[row]] = await read.raw('select version() as version, @@character_set_database as charset')
  const { version, charset } = row as { version: string; charset: string }
  const kind = /mariadb/i.test(version) ? 'MariaDB' : 'MySQL'
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  const [oldestMajor, oldestMinor] = OLDEST[kind]
  const name = `${kind} ${version}`
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    return { name, problem: `${name} is older than ${OLDEST[kind].join('.')}` }
  return { name, problem: charset === 'utf8mb4' ? null : `the database’s character set is ${charset}, not utf8mb4` }
}
