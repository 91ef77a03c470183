import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type App, createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createHttpListener } from '../src/http/listener.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { createLogger } from '../src/platform/logging/logger.ts'
import { openRedis } from '../src/platform/redis/redis.ts'
import type { TestApp } from './harness.ts'

/** A second server. */
export interface SecondProcess {
  app: App
  url: string
  close(): Promise<void>
}

/**
 * Starts another server on the same database and clock, with its own caches and, on a database server, its own
 * connections. (SQLite blocks the thread while waiting for its lock, so one thread has one connection.) Without a Redis
 * address, servers don't communicate.
 */
export async function startSecondProcess(stoa: TestApp, redisUrl: string | undefined): Promise<SecondProcess> {
  const logger = createLogger('silent')
  const config = readConfig(stoa.settings)
  const redis = redisUrl ? await openRedis(redisUrl, logger) : null
  if (redis && redis.status !== 'ready') await once(redis, 'ready')
  const isShared = config.databaseUrl === null
  const database = isShared ? stoa.database : openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder })
  const app = createApp({ config, database, clock: stoa.clock, logger, redis, checkResponses: true })
  const server = createServer({ keepAliveTimeout: 0 }, createHttpListener(app))
  const realtime = await app.attachRealtime(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    app,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      realtime.close()
      await new Promise((resolve) => server.close(resolve))
      await app.background.settled()
      await app.events.flush()
      redis?.disconnect()
      if (!isShared) await database.close()
    },
  }
}
