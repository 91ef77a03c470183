import { Redis } from 'ioredis'
import type { Logger } from './logger.ts'

export type { Redis }

/** A connection to Redis that comes back by itself and fails commands at once while it is away, so that nothing waits for it. */
export function openRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
  redis.on('error', (error: Error) => logger.warn({ err: error }, 'redis is not reachable'))
  return redis
}
