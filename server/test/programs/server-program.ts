import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { syncCaches } from '../../src/http/cache/cache-tags.ts'
import { createHttpListener } from '../../src/http/listener.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createLogger } from '../../src/platform/logging/logger.ts'
import { openRedis } from '../../src/platform/redis/redis.ts'

/** Starts what `src/main.ts` starts, except for built parts. The test ends it with a signal. */
const config = readConfig()
const logger = createLogger(config.logLevel)
const database = openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder })
const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, logger)
if (redis && redis.status !== 'ready') await once(redis, 'ready')
const app = createApp({ config, database, clock: systemClock, logger, redis })
if (redis) syncCaches({ redis, ...app })
const http = createServer({ keepAliveTimeout: 0 }, createHttpListener(app))
await app.attachRealtime(http)
await once(http.listen(0, '127.0.0.1'), 'listening')
app.events.start()
await app.jobs.start()
process.stdout.write(`${(http.address() as AddressInfo).port}\n`)
