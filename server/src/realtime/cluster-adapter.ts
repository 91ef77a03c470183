import { createAdapter } from '@socket.io/redis-adapter'
import type { Logger } from '../lib/logger.ts'
import type { Redis } from '../lib/redis.ts'

const CHANNEL = 'stoa:socket.io'

/** Carries events to the sockets of the other processes. While Redis is away messages wait for it, and this process's own sockets miss nothing. */
export function createClusterAdapter(redis: Redis, logger: Logger) {
  const open = () => {
    const connection = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null })
    connection.on('error', (error: Error) => logger.warn({ err: error }, 'redis is not reachable'))
    return connection
  }
  const publisher = open()
  const subscriber = open()
  return {
    adapter: createAdapter(publisher, subscriber, { key: CHANNEL }),
    close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
