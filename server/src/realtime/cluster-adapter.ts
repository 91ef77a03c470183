import { createAdapter } from '@socket.io/redis-adapter'
import type { Logger } from '../platform/logging/logger.ts'
import { duplicateOf, type Redis } from '../platform/redis/redis.ts'

const CHANNEL = 'stoa:socket.io'
/** What may wait for Redis, in bytes: the news of some minutes of a busy forum. */
const WAITING_MAX_BYTES = 16 * 1024 * 1024

/**
 * Carries events to the sockets of the other processes. While Redis is away messages wait for it, up to a bound, and this
 * process's own sockets miss nothing. `onLoss`: Redis is back, and the other processes have not been told everything.
 */
export function createClusterAdapter(redis: Redis, { logger, onLoss }: { logger: Logger; onLoss(): void }) {
  const publisher = duplicateOf(redis)
  const subscriber = duplicateOf(redis)
  boundWaiting(publisher, { logger, onLoss, maxBytes: WAITING_MAX_BYTES })
  return {
    adapter: createAdapter(publisher, subscriber, { key: CHANNEL }),
    close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

/**
 * Drops events while more than `maxBytes` wait to be published, until all of them have been. What processes ask of each
 * other is rare and always waits: that a session has ended has to be known everywhere.
 */
export function boundWaiting(
  publisher: Pick<Redis, 'publish'>,
  { logger, onLoss, maxBytes }: { logger: Logger; onLoss(): void; maxBytes: number },
): void {
  const publish = publisher.publish.bind(publisher) as (channel: string, message: string | Buffer) => Promise<number>
  let waiting = 0
  let isLosing = false
  const bounded = async (channel: string, message: string | Buffer): Promise<number> => {
    if (channel.startsWith(`${CHANNEL}#`) && (isLosing || waiting + message.length > maxBytes)) {
      if (!isLosing) logger.warn('redis is away for so long that other processes are not told of everything')
      isLosing = true
      return 0
    }
    waiting += message.length
    try {
      return await publish(channel, message)
    } catch {
      // The connection has been given up: the process ends.
      return 0
    } finally {
      waiting -= message.length
      if (isLosing && waiting === 0) {
        isLosing = false
        onLoss()
      }
    }
  }
  publisher.publish = bounded as Redis['publish']
}
