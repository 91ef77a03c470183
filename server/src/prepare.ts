import { createApp } from './app.ts'
import { type Config, isLocal } from './config.ts'
import { type Demo, refuseDemo, startDemo } from './demo/start-demo.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { copyBeforeMigration } from './platform/database/migration-copies.ts'
import type { Logger } from './platform/logging/logger.ts'
import { keepSecretMark } from './platform/security/secret-mark.ts'

/**
 * Migrates the database and adds what a server needs: the domains' communities, and the demonstration if configured and
 * all domains are on this machine. If several servers start at once, one does this and the others wait. `root`: folder of
 * the repository.
 */
export async function prepare(about: {
  config: Config
  database: Database
  logger: Logger
  root: string
}): Promise<Demo | null> {
  const { config, database, logger } = about
  return database.exclusively(async () => {
    const copy = await copyBeforeMigration(database, config.dataFolder)
    if (copy !== null) logger.info({ copy }, 'the database is copied before it is migrated')
    await migrate(database)
    await keepSecretMark(database, config.secret)
    const app = createApp({ ...about, clock: systemClock })
    const { communities, domains, searchIndex, setup } = app.services
    await app.services.servedDomains.prepare()
    const isPublic = config.production || !domains.all.every(({ origin }) => isLocal(origin))
    if (isPublic) await refuseDemo(app.services)
    const demo = config.demo && !isPublic ? await startDemo(about) : null
    await domains.ensureDefaultCommunity({ isUnclaimed: (await setup.phase()) === 'unclaimed' })
    if (demo === null) await setup.begin({ waits: config.setup })
    const shadowed = await communities.require('setup').catch(() => null)
    if (shadowed !== null) {
      logger.warn(
        `Community ${shadowed.tokenName} can’t be opened at /bbs/setup, where the set-up guide is; docs/operating.md, “Upgrading”, says how to give it another address.`,
      )
    }
    // Its posts are searched at once.
    if (demo !== null) await searchIndex.complete()
    await app.events.flush()
    return demo
  })
}
