import type { Redis } from 'ioredis'
import type { Logger } from '../logging/logger.ts'

export type { Redis }

/** Timeout for a Redis that is frozen or cut off. */
const ANSWER_MS = 2000

/**
 * Loads the client only when needed. It reconnects by itself, and commands fail at once while Redis is away. Logs once
 * when it goes away and once when it is back.
 */
export async function openRedis(url: string, logger: Logger): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: ANSWER_MS,
    socketTimeout: 2 * ANSWER_MS,
  })
  let isAway = false
  const away = (error?: Error) => {
    if (isAway) return
    isAway = true
    logger.warn({ err: error }, 'redis is unreachable; this process continues without it')
  }
  redis.on('error', away)
  // The server may close the connection without an error.
  redis.on('reconnecting', () => away())
  redis.on('ready', () => {
    if (isAway) logger.info('redis is reachable again')
    isAway = false
  })
  return redis
}

/** A second connection, whose commands wait while Redis is away. The first one logs that. */
export function duplicateOf(redis: Redis): Redis {
  const waits = { enableOfflineQueue: true, maxRetriesPerRequest: null, commandTimeout: undefined }
  const connection = redis.duplicate(waits)
  connection.on('error', () => {})
  return connection
}
