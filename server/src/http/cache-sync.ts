import { randomUUID } from 'node:crypto'
import type { Events } from '../platform/events/events.ts'
import { duplicateOf, type Redis } from '../platform/redis/redis.ts'
import { tagsOfEvent } from './cache-tags.ts'

const CHANNEL = 'stoa:read-cache'

/**
 * Tells the other processes what this one's events make stale, and hears it from them. A lost message costs nothing
 * but time: no answer is kept for longer than a second. Returns the way to stop.
 */
export function syncCaches(about: {
  redis: Redis
  events: Events
  dropCached(tags: Iterable<string>): void
}): () => void {
  const { redis, events, dropCached } = about
  const self = randomUUID()
  const listener = duplicateOf(redis)
  listener.on('message', (_channel, message) => {
    const { from, tags } = JSON.parse(message) as { from: string; tags: string[] }
    if (from !== self) dropCached(tags)
  })
  // Waits for Redis by itself, also after it was away.
  listener.subscribe(CHANNEL).catch(() => {})
  const unsubscribe = events.subscribe((event) => {
    const tags = tagsOfEvent(event)
    if (tags.length > 0) redis.publish(CHANNEL, JSON.stringify({ from: self, tags })).catch(() => {})
  })
  return () => {
    unsubscribe()
    listener.disconnect()
  }
}
