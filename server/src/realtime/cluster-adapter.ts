import { createAdapter } from '@socket.io/redis-adapter'
import { duplicateOf, type Redis } from '../lib/redis.ts'

const CHANNEL = 'stoa:socket.io'

/** Carries events to the sockets of the other processes. While Redis is away messages wait for it, and this process's own sockets miss nothing. */
export function createClusterAdapter(redis: Redis) {
  const publisher = duplicateOf(redis)
  const subscriber = duplicateOf(redis)
  return {
    adapter: createAdapter(publisher, subscriber, { key: CHANNEL }),
    close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
