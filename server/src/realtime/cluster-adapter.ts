import { createAdapter } from '@socket.io/redis-adapter'
import type { Logger } from '../platform/logging/logger.ts'
import { duplicateOf, type Redis } from '../platform/redis/redis.ts'

const CHANNEL = 'stoa:socket.io'
/** Limit of messages queued for Redis, in bytes: enough for some minutes of a busy forum. */
const WAITING_MAX_BYTES = 16 * 1024 * 1024

/**
 * Sends events to the sockets of other processes. While Redis is unavailable, messages are queued up to a limit; this
 * process's own sockets miss nothing. `onLoss`: called when Redis is back but some messages were dropped.
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
 * Drops events while more than `maxBytes` are queued, until the queue is empty. Never drops messages between processes:
 * they are rare, and every process must learn that a session has ended.
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
      if (!isLosing) logger.warn('redis is away for so long that events to other processes are dropped')
      isLosing = true
      return 0
    }
    waiting += message.length
    try {
      return await publish(channel, message)
    } catch {
      // The connection was closed, so the process is stopping.
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
