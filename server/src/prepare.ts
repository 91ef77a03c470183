import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { type Demo, refuseDemo, startDemo } from './demo/start-demo.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import type { Logger } from './platform/logging/logger.ts'

/**
 * Migrates the database and adds what a server needs: the domains' communities, and the demonstration if configured. If
 * several servers start at once, one does this and the others wait. `root`: folder of the repository.
 */
export async function prepare(about: {
  config: Config
  database: Database
  logger: Logger
  root: string
}): Promise<Demo | null> {
  const { config, database } = about
  return database.exclusively(async () => {
    await migrate(database)
    const demo = config.demo ? await startDemo(about) : null
    const app = createApp({ ...about, clock: systemClock })
    if (config.production) await refuseDemo(app.services)
    await app.services.domains.ensureDefaultCommunity()
    await app.events.flush()
    return demo
  })
}
