import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, ConfigError, type Environment, readConfig } from '../config.ts'
import { createBackup } from '../operations/create-backup.ts'
import { reach } from '../operations/doctor/reach.ts'
import { moveDatabase } from '../operations/move-database.ts'
import {
  type CheckedArchive,
  checkArchive,
  type RestoreResult,
  restoreBackup,
  tryRestore,
} from '../operations/restore-backup.ts'
import { SQLITE_FILE } from '../platform/database/database.ts'
import type { Commands } from './commands.ts'
import { actionCommand, printResult, type ResultOptions } from './results.ts'

const SECRET_INSIDE =
  'The archive holds everything people wrote, and the secret that decrypts it. Only you may read it: keep it so wherever you copy it.'
const NO_SECRET =
  'The archive holds everything people wrote, but not the secret of the settings (STOA_SECRET): keep that elsewhere, a restore needs it.'
const HELD =
  'Mails, push messages, webhooks, scheduled posts, withdrawals and cash-outs are held. When this is the installation that people use, run: stoa release'
const DOUBTED =
  'These withdrawals were requested before the backup. Look at the chain whether each was paid, then run: stoa withdrawal:end'
const doubtedCashOuts = (count: number) =>
  `Cash-outs that were open at the backup: ${count}. The original may have paid them. Tell the cashiers, who see it in their queue.`
const REPAIR = 'The installation may have had them when it was backed up. Correct counters with: stoa repair'

type RestoreOptions = ResultOptions & { verify?: boolean; origin?: string }

/** Commands that make and restore archives of a whole installation, and move its database. */
export function addBackupCommands(commands: Commands): void {
  const { program, run, say, complain } = commands

  actionCommand(
    program,
    'backup',
    'Write the database, all uploads and the configuration into one archive, also while the server runs.',
  )
    .argument('<file>', 'path of the archive, such as stoa.tar; it must not exist')
    .action((file: string, { json }: ResultOptions) =>
      run(async ({ database, app, config }) => {
        const path = resolve(file)
        const { dataFolder, url: origin, isSecretKept: keepsSecret } = config
        const { storage, uploaded } = app.services
        const { existing } = uploaded
        const about = { database, storage, existing, dataFolder, origin, keepsSecret }
        const { manifest, gone, hasSecret } = await createBackup(path, about)
        const { tables, files } = manifest
        const rows = tables.reduce((sum, table) => sum + table.rows, 0)
        const result = { file: path, rows, tables: tables.length, files: files.count, bytes: files.bytes }
        printResult(
          { say, json, result: { ...result, gone, hasSecret } },
          `Wrote ${rows} rows of ${tables.length} tables and ${files.count} files to ${path}.`,
          ...(gone > 0 ? [`${gone} uploads were deleted meanwhile, and are not in it.`] : []),
        )
        if (!json) complain(hasSecret ? SECRET_INSIDE : NO_SECRET)
        return 0
      }),
    )

  actionCommand(
    program,
    'restore',
    'Restore an archive into an empty data folder and, with DATABASE_URL, an empty database. Nothing is there before all of it is.',
  )
    .argument('<file>', 'path of the archive')
    .option('--verify', 'only check the archive, and restore it into a temporary folder')
    .option('--origin <address>', 'the new public address, if it was made for another one; the same as STOA_URL')
    .action((file: string, { json, verify = false, origin }: RestoreOptions) =>
      commands.attempt(async (environment) => {
        const archive = await checkArchive(resolve(file))
        const done = await (verify
          ? tryRestore(archive, tryingOf(archive, environment))
          : restoreTo(configFor(archive, environment)))
        async function restoreTo(config: Config): Promise<RestoreResult> {
          if (!json) complain(`Data folder: ${config.dataFolder}`)
          const to = newOrigin(archive, { config, origin })
          const result = await restoreBackup(archive, { config, origin: to })
          const from = archive.manifest.origin
          if (!json && to === null && from !== config.url)
            complain(
              `The archive was made at ${from}, and STOA_URL is ${config.url}: links in posts lead to the former. To change them, restore with --origin ${config.url}`,
            )
          return result
        }
        const { findings } = done
        printResult(
          { say, json, result: { ...summaryOf(done), restored: !verify } },
          `${verify ? 'The archive is complete' : 'Restored'}: ${sentenceOf(done)}`,
          ...findings,
          findings.length === 0 ? 'Everything adds up.' : `${findings.length} differences. ${REPAIR}`,
          ...(verify ? [] : [HELD]),
        )
        return findings.length === 0 ? 0 : 1
      }),
    )

  actionCommand(
    program,
    'release',
    'After a restore: let mails, push messages, webhooks and scheduled posts go out, which wait until then.',
  )
    .option('--discard', 'delete the mails, push messages and webhooks that wait, and release the rest')
    .action(({ json, discard = false }: ResultOptions & { discard?: boolean }) =>
      run(async ({ database, app }) => {
        const { hold } = app.jobs
        const since = await hold.since()
        const done = await database.transaction(async (tx) => {
          const released = await hold.end(tx)
          const isCopy = released && since !== null
          if (isCopy) await app.services.chain.doubtWithdrawals(tx, since)
          const cashOuts = isCopy ? await app.services.cashier.doubt(tx, since) : 0
          if (!released || !discard) return { released, discarded: 0, cashOuts }
          await app.services.webhooks.discard(tx)
          return { released, discarded: await hold.discardMessages(tx), cashOuts }
        })
        // Also those of an earlier release, whose answer may have been lost.
        const result = { ...done, withdrawals: await app.services.chain.doubtfulWithdrawals() }
        printResult(
          { say, json, result },
          result.released ? `Released. Messages deleted: ${result.discarded}.` : 'Nothing is held.',
          ...(result.cashOuts > 0 ? [doubtedCashOuts(result.cashOuts)] : []),
          ...(result.withdrawals.length > 0 ? [DOUBTED, ...result.withdrawals] : []),
        )
        return result.released ? 0 : 1
      }),
    )
  addMoveCommand(commands)
}

/** Adds the command that copies the embedded database to another one. */
function addMoveCommand({ program, say, complain, attempt }: Commands): void {
  actionCommand(
    program,
    'move',
    'Copy the embedded database to an empty database of MySQL or MariaDB. Stop all servers first.',
  )
    .argument('<url>', 'as DATABASE_URL, such as mysql://stoa:…@127.0.0.1:3306/stoa')
    .action((url: string, { json }: ResultOptions) =>
      attempt(async (environment) => {
        const { databaseUrl } = readConfig({ ...environment, DATABASE_URL: url }, { isReadOnly: true })
        const config = readConfig({ ...environment, DATABASE_URL: '' }, { isReadOnly: true })
        const file = join(config.dataFolder, SQLITE_FILE)
        if (!existsSync(file)) throw new ConfigError(`There is no embedded database in ${config.dataFolder}.`)
        const { port } = config
        const host = /^(0\.0\.0\.0|::)$/.test(config.host) ? '127.0.0.1' : config.host
        const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
        if ((await reach(`${address}/livez`)).status === 200)
          throw new ConfigError(`A server runs at ${address}. Stop all servers first: what they write would be lost.`)
        if (!json) complain(`Database: ${file}`)
        const result = await moveDatabase(config, databaseUrl ?? url)
        const { rows, tables, findings } = result
        printResult(
          { say, json, result },
          `Copied ${rows} rows of ${tables} tables.`,
          ...findings,
          findings.length === 0 ? 'Everything adds up.' : `${findings.length} differences. ${REPAIR}`,
          `Now set DATABASE_URL to the new database and start the servers. ${SQLITE_FILE} is as it was: move it away, so that nothing starts on it.`,
        )
        return findings.length === 0 ? 0 : 1
      }),
    )
}

/** The settings for a restore. The archive has the secret if the settings don't. */
function configFor({ secret, path }: CheckedArchive, environment: Environment): Config {
  if (environment.STOA_SECRET) return readConfig(environment, { isReadOnly: true })
  if (secret === null)
    throw new ConfigError(`${path} has no secret. Set STOA_SECRET to the one of the installation that was backed up.`)
  return { ...readConfig({ ...environment, STOA_SECRET: secret }, { isReadOnly: true }), isSecretKept: true }
}

/** Where an archive is only checked, no setting is needed. Without its secret, what is encrypted isn't tried. */
function tryingOf({ secret }: CheckedArchive, { STOA_SECRET }: Environment): { config: Config; hasSecret: boolean } {
  const known = STOA_SECRET || secret
  const config = readConfig({ STOA_SECRET: known || randomBytes(32).toString('hex') }, { isReadOnly: true })
  return { config, hasSecret: Boolean(known) }
}

function newOrigin(
  { manifest }: CheckedArchive,
  { config, origin }: { config: Config; origin: string | undefined },
): string | null {
  if (origin === undefined) return null
  const address = origin.replace(/\/+$/, '')
  if (address !== config.url)
    throw new ConfigError(`--origin is ${address}, but STOA_URL is ${config.url}. Set both to the new public address.`)
  return address === manifest.origin ? null : address
}

function summaryOf({ manifest, rows, findings }: RestoreResult) {
  const { version, createdAt, origin, tables, files } = manifest
  return { version, createdAt, origin, rows, tables: tables.length, files: files.count, bytes: files.bytes, findings }
}

function sentenceOf({ manifest, rows }: RestoreResult): string {
  const { version, createdAt, origin, tables, files } = manifest
  return `${rows} rows of ${tables.length} tables and ${files.count} files of ${origin}, version ${version}, ${new Date(createdAt).toISOString()}.`
}
