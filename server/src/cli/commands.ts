import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { type App, createApp } from '../app.ts'
import { type Config, ConfigError, type Environment, readConfig } from '../config.ts'
import { protectDataFolder } from '../data-folder.ts'
import { systemClock } from '../platform/clock.ts'
import { type Database, openDatabase, SQLITE_FILE } from '../platform/database/database.ts'
import { type SchemaState, schemaState } from '../platform/database/migrate.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { assertSecret } from '../platform/security/secret-mark.ts'

/** The environment a command runs in. */
export interface CommandEnvironment {
  /** Settings. Default: the process's environment. */
  environment?: Environment | undefined
  /** Writes to standard output. */
  print(text: string): void
  /** Writes to standard error. */
  complain(text: string): void
  /** Prompts for a secret. */
  ask(question: string): Promise<string>
}

/** Tools for defining commands. */
export interface Commands {
  program: Command
  /** Opens the configured installation and runs the work, which returns the exit code. Default access: `existing`. */
  run(work: (installation: Installation) => Promise<number>, access?: Access): Promise<void>
  /** Runs work that opens what it needs by itself, with the settings. */
  attempt(work: (environment: Environment) => Promise<number>): Promise<void>
  /** Prints a line to standard output. */
  say(line: string): void
  /** Prints a line to standard error. */
  complain(line: string): void
  ask: CommandEnvironment['ask']
}

/** The installation that a command acts on. */
export interface Installation {
  database: Database
  /** The application using this database. */
  app: App
  /** Of the settings. */
  secret: string
  config: Config
}

/**
 * `existing`: the database must exist, be up to date and belong to the settings’ secret. `otherSecret`: the same with any
 * secret. `any`: it is created if missing.
 */
export type Access = 'existing' | 'otherSecret' | 'any'

/** Opens the configured database and prints its name to standard error. Throws a ConfigError if it can't be used. */
export async function openInstallation(about: {
  environment?: Environment | undefined
  access: Access
  complain(text: string): void
}): Promise<{ installation: Installation; close(): Promise<void> }> {
  const { environment, access, complain } = about
  const isReadOnly = access !== 'any'
  const config = readConfig(environment, { isReadOnly })
  if (isReadOnly) assertThere(config)
  else protectDataFolder(config.dataFolder)
  complain(`Database: ${nameOf(config)}\n`)
  const database = openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder })
  try {
    if (isReadOnly) assertCurrent(await schemaState(database))
    if (access === 'existing') await assertSecret(database, config.secret)
    // Standard output has the command's result only.
    const logger = createLogger('warn', { write: complain })
    const app = createApp({ config, database, clock: systemClock, logger })
    if (isReadOnly) await app.services.servedDomains.load()
    return {
      installation: { database, app, secret: config.secret, config },
      async close() {
        await app.background.settled()
        await app.events.flush()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function assertThere({ databaseUrl, dataFolder }: Config): void {
  if (databaseUrl !== null || existsSync(join(dataFolder, SQLITE_FILE))) return
  throw new ConfigError(
    `There is no database in ${dataFolder}. Set STOA_DATA to the data folder of the server, or make a new database with: stoa migrate`,
  )
}

const NOT_CURRENT: Record<Exclude<SchemaState, 'current'>, string> = {
  missing: 'The database is empty. Make its tables with: stoa migrate',
  outdated: 'The database belongs to an older version of Stoa. Bring it up to date with: stoa migrate',
  newer: 'The database was changed by a newer version of Stoa. Use the commands of that version.',
}

function assertCurrent(state: SchemaState): void {
  if (state !== 'current') throw new ConfigError(NOT_CURRENT[state])
}

/** The database's file, or its URL without the password. */
function nameOf({ databaseUrl, dataFolder }: Config): string {
  if (databaseUrl === null) return join(dataFolder, SQLITE_FILE)
  const url = new URL(databaseUrl)
  url.password = ''
  return url.href
}

type Terminal = Pick<NodeJS.Process, 'stdin'> & { stderr: Pick<NodeJS.WritableStream, 'write'> }

/**
 * Reads a secret from standard input: at a terminal with a hidden prompt, otherwise everything up to the final line
 * break.
 */
export async function readSecret(question: string, { stdin, stderr }: Terminal = process): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).replace(/\r?\n$/, '')
  // Discards the echo.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 })
  stderr.write(question)
  try {
    const leaving = new Promise<string>((resolve) => reader.once('close', () => resolve('')))
    return await Promise.race([reader.question(''), leaving])
  } finally {
    reader.close()
    stderr.write('\n')
  }
}
