import { createServer } from 'node:http'
import { join } from 'node:path'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { protectDataFolder } from './data-folder.ts'
import { welcome } from './demo/start-demo.ts'
import { loadFragment } from './domains/content/articles/index.ts'
import { syncCaches } from './http/cache/cache-tags.ts'
import { keepEmbedFiles } from './http/files/assets.ts'
import { listenOn, serverOptions } from './http/listen-on.ts'
import { createHttpListener } from './http/listener.ts'
import { loadPages } from './http/pages.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database/database.ts'
import { loadCatalogues } from './platform/languages/catalogues.ts'
import { createLogger } from './platform/logging/logger.ts'
import { openRedis } from './platform/redis/redis.ts'
import { prepare } from './prepare.ts'
import { openSearchThreads } from './search-threads.ts'
import { setupInvitation } from './setup-invitation.ts'
import { startFailure } from './start-failure.ts'
import { startWarnings } from './start-warnings.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Correct from both `server/src` and `server/dist`. */
const ROOT = join(import.meta.dirname, '../..')

async function main(): Promise<void> {
  // Files created from here on are accessible to this user only.
  process.umask(0o077)
  const config = readConfig()
  const logger = createLogger(config.logLevel)
  for (const line of startWarnings(config, process.versions.node)) logger.warn(line)
  const open = protectDataFolder(config.dataFolder)
  if (open.length > 0) logger.warn({ paths: open }, 'other users of this machine may read private files')
  loadCatalogues(join(ROOT, 'packages/languages/dist'))
  const database = openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder })
  const demo = await prepare({ config, database, logger, root: ROOT })
  // Without a line per request, the demonstration's addresses stay in view.
  if (demo && config.logLevel === null) logger.level = 'warn'
  const pages = await loadPages(join(ROOT, 'hosted-app'))
  const renderFragment = await loadFragment(join(ROOT, 'packages/embed/dist/server/fragment.js'))
  const embedFolder = join(ROOT, 'packages/embed/dist/browser')
  const formerEmbedFolder = join(config.dataFolder, 'embed')
  await keepEmbedFiles({ folder: embedFolder, formerFolder: formerEmbedFolder, now: Date.now() })
  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, logger)
  const threads = openSearchThreads()
  const built = { pages, renderFragment, embedFolder, formerEmbedFolder, demo, search: threads.search }
  const app = createApp({ config, database, clock: systemClock, logger, redis, ...built })
  await app.services.servedDomains.load()
  const unsync = redis && syncCaches({ redis, ...app })
  const metrics = config.metrics && (await app.metrics.listen(config.metrics))
  const http = createServer(serverOptions(), createHttpListener(app))
  const realtime = await app.attachRealtime(http)
  await listenOn(http, config)
  app.events.start()
  app.services.servedDomains.start()
  await app.jobs.start()
  void app.prepareOpenApi()
  process.stdout.write(`Stoa is ready at ${config.url}\n`)
  const link = await app.services.setup.newLink()
  if (link !== null) process.stdout.write(setupInvitation(config.url, link))
  if (demo) process.stdout.write(welcome({ forum: config.url, partner: demo.url }))

  const others = [
    () => app.services.servedDomains.stop(),
    () => metrics?.close(),
    () => demo?.close(),
    () => unsync?.(),
    () => redis?.disconnect(),
    () => threads.close(),
    () => app.services.chain.close(),
  ]
  stopOnSignal({ http, realtime, app, others, database, logger })
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`, () => process.exit(1))
})
