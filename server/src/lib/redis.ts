import type { Redis } from 'ioredis'
import type { Logger } from './logger.ts'

export type { Redis }

/** Loads the client, which a process that is alone does not need. Its connection to Redis comes back by itself and fails commands at once while it is away, so that nothing waits for it. */
export async function openRedis(url: string, logger: Logger): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
  redis.on('error', (error: Error) => logger.warn({ err: error }, 'redis is not reachable'))
  return redis
}
