import { join } from 'node:path'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/logging/logger.ts'
import { hasDemo, loadDemo } from './load-demo.ts'
import { startPartnerSite } from './partner-example.ts'

/** The running demonstration. */
export interface Demo {
  /** Address of the partner's site. */
  url: string
  /** Folder of the pictures and recordings in its posts. */
  mediaFolder: string
  close(): void
}

/**
 * Loads the demonstration into an empty database, and serves the partner's site one port above the forum's as long as
 * the database holds the demonstration; null when it holds something else. `root` is the folder of the repository.
 */
export async function startDemo(about: {
  config: Config
  database: Database
  logger: Logger
  root: string
}): Promise<Demo | null> {
  const { config, database, logger, root } = about
  const site = await startPartnerSite(root, {
    forumUrl: config.url,
    host: config.host,
    port: config.port === 0 ? 0 : config.port + 1,
  })
  const now = Date.now()
  await loadDemo({ config, database, logger, partnerUrl: site.url, now })
  const app = createApp({ config, database, logger, clock: { now: () => now } })
  if (!(await hasDemo(app))) {
    site.server.close()
    return null
  }
  // The site may have got another port than last time.
  const forum = await app.services.domains.defaultCommunity()
  await app.services.partnerOrigins.register(forum.id, site.url)
  return { url: site.url, mediaFolder: join(root, 'examples/demo-media'), close: () => void site.server.close() }
}
