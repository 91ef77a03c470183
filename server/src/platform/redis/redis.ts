import type { Redis } from 'ioredis'
import type { Logger } from '../logging/logger.ts'

export type { Redis }

/** One that says nothing any more, frozen or cut off, is as good as away: later ones than this are not waited for. */
const ANSWER_MS = 2000

/**
 * Loads the client, which a process that is alone does not need. Its connection to Redis comes back by itself and fails
 * commands at once while it is away, so that nothing waits for it. That it is away is told once, and once that it is back.
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
    logger.warn({ err: error }, 'redis is not reachable; this process goes on alone until it is')
  }
  redis.on('error', away)
  // The server may have closed the connection without an error.
  redis.on('reconnecting', () => away())
  redis.on('ready', () => {
    if (isAway) logger.info('redis is reachable again')
    isAway = false
  })
  return redis
}

/** Another connection, whose commands wait for Redis while it is away. The first connection tells of that. */
export function duplicateOf(redis: Redis): Redis {
  const waits = { enableOfflineQueue: true, maxRetriesPerRequest: null, commandTimeout: undefined }
  const connection = redis.duplicate(waits)
  connection.on('error', () => {})
  return connection
}
