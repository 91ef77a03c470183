import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { protectDataFolder } from '../../src/data-folder.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createLogger } from '../../src/platform/logging/logger.ts'
import { prepare } from '../../src/prepare.ts'
import { startFailure } from '../../src/start-failure.ts'

/** Prepares the database as `src/main.ts` does before it listens; prints `ready`, or why that failed. */
process.umask(0o077)
try {
  const config = readConfig()
  protectDataFolder(config.dataFolder)
  const database = openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder })
  const demo = await prepare({
    config,
    database,
    logger: createLogger('silent'),
    root: join(import.meta.dirname, '../../..'),
  })
  demo?.close()
  await database.close()
  process.stdout.write('ready')
} catch (error) {
  process.stdout.write(startFailure(error), () => process.exit(1))
}
