import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { countRows, emptyTables, loadRows } from '../platform/database/load.ts'
import { migrate, schemaState } from '../platform/database/migrate.ts'
import { ConfigError } from '../platform/domain-error.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { assertSecret } from '../platform/security/secret-mark.ts'
import { checkInstallation, linesOf } from './check-installation.ts'
import { filling } from './restore-backup.ts'

interface MoveResult {
  tables: number
  rows: number
  /** What `stoa check` says about it, line by line. */
  findings: string[]
}

/**
 * Copies the embedded database to an empty one of MySQL or MariaDB. Nobody can write to it meanwhile, and it stays as it
 * was.
 */
export async function moveDatabase(config: Config, url: string): Promise<MoveResult> {
  const { dataFolder, secret } = config
  const from = openDatabase({ url: null, dataFolder })
  const to = openDatabase({ url, dataFolder })
  try {
    if ((await schemaState(from)) !== 'current')
      throw new ConfigError('The embedded database is of another version. Bring it up to date with: stoa migrate')
    await assertSecret(from, secret)
    const fill = async (): Promise<MoveResult> => {
      const { tables, rows } = await copyRows()
      const app = createApp({
        config: { ...config, databaseUrl: url },
        database: to,
        clock: systemClock,
        logger: createLogger('error', process.stderr),
      })
      await app.services.servedDomains.load()
      await app.services.searchIndex.complete({ isAlone: true })
      const findings = linesOf(await checkInstallation(app))
      await app.background.settled()
      await app.events.flush()
      return { tables, rows, findings }
    }
    const copyRows = () =>
      from.snapshot(async ({ tables, migrations, columns, rows }) => {
        await migrate(to, { until: migrations })
        await emptyTables(to, tables)
        let sum = 0
        for (const table of tables) {
          const names = await columns(table)
          const stored = await loadRows(to, { table, columns: names }, rows(table, names))
          if ((await countRows(to, [table])).get(table) !== stored)
            throw new Error(`Not all rows of ${table} were stored.`)
          sum += stored
        }
        return { tables: tables.length, rows: sum }
      })
    // An open transaction on SQLite keeps all other writers out.
    return await from.transaction(() => to.exclusively(() => filling(to, { fill })))
  } finally {
    await from.close()
    await to.close()
  }
}
