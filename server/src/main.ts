import { createServer } from 'node:http'
import { join } from 'node:path'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { refuseDemo } from './demo/refuse-demo.ts'
import { startDemo } from './demo/start-demo.ts'
import { welcome } from './demo/welcome.ts'
import { syncCaches } from './http/cache-sync.ts'
import { loadFragment } from './http/fragment.ts'
import { listenOn } from './http/listen-on.ts'
import { createHttpListener } from './http/listener.ts'
import { loadPages } from './http/pages.ts'
import { systemClock } from './lib/clock.ts'
import { createLogger } from './lib/logger.ts'
import { openRedis } from './lib/redis.ts'
import { startFailure } from './start-failure.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** The same from `server/src` and from `server/dist`. */
const ROOT = join(import.meta.dirname, '../..')

async function main(): Promise<void> {
  const config = readConfig()
  const logger = createLogger(config.logLevel)
  const database = openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder })
  await migrate(database)
  const pages = await loadPages(join(ROOT, 'hosted-app'))
  const renderFragment = await loadFragment(join(ROOT, 'packages/embed/dist/server/fragment.js'))
  const embedFolder = join(ROOT, 'packages/embed/dist/browser')
  const demo = config.demo ? await startDemo({ config, database, logger, root: ROOT }) : null
  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, logger)
  const built = { pages, renderFragment, embedFolder, demo }
  const app = createApp({ config, database, clock: systemClock, logger, redis, ...built })
  if (config.production) await refuseDemo(app.services)
  await app.services.domains.ensureDefaultCommunity()
  const unsync = redis && syncCaches({ redis, ...app })
  const metrics = config.metrics && (await app.metrics.listen(config.metrics))
  const http = createServer(createHttpListener(app))
  const realtime = await app.attachRealtime(http)
  await listenOn(http, config)
  app.jobs.start()
  process.stdout.write(`Stoa is ready at ${config.url}\n`)
  if (demo) process.stdout.write(welcome({ forum: config.url, partner: demo.url }))

  const others = [() => metrics?.close(), () => demo?.close(), () => unsync?.(), () => redis?.disconnect()]
  stopOnSignal({ http, realtime, app, others, database, logger })
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`, () => process.exit(1))
})
