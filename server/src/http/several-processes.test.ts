import { randomBytes } from 'node:crypto'
import { RATE_LIMITS } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startForum } from '../../test/forum.ts'
import { createRateLimits } from '../platform/limits/rate-limits.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { openRedis, type Redis } from '../platform/redis/redis.ts'
import { syncCaches } from './cache/cache-tags.ts'

const url = process.env.STOA_TEST_REDIS_URL
const logger = createLogger('silent')
const clock = { now: () => Date.now() }
const { points } = RATE_LIMITS.comment

/** How many of a visitor's `tries` comments are allowed, sent to several processes in turn. */
async function allowed(processes: ReturnType<typeof createRateLimits>[], tries: number): Promise<number> {
  const who = { userId: null, address: ['10', ...randomBytes(3)].join('.') }
  const outcomes: boolean[] = []
  for (let index = 0; index < tries; index += 1) {
    const limits = processes[index % processes.length]
    outcomes.push(
      (await limits?.count('comment', who).then(
        () => true,
        () => false,
      )) ?? false,
    )
  }
  return outcomes.filter(Boolean).length
}

test('while Redis is away a process counts alone', async () => {
  const away = await openRedis('redis://127.0.0.1:1', logger)
  expect(await allowed([createRateLimits({ scale: 1, clock, redis: away })], points + 5)).toBe(points)
  away.disconnect()
})

describe.skipIf(!url)('with Redis', () => {
  let redis: Redis
  beforeAll(async () => {
    redis = await openRedis(url ?? '', logger)
    await new Promise((resolve) => redis.once('ready', resolve))
  })
  afterAll(() => redis.disconnect())

  test('processes share one allowance', async () => {
    const processes = [1, 2].map(() => createRateLimits({ scale: 1, clock, redis }))
    expect(await allowed(processes, points + 5)).toBe(points)
  })

  test('a process receives other processes’ changes but not its own', async () => {
    const forum = await startForum()
    const dropped: Record<string, string[]> = { writer: [], reader: [] }
    const join = (name: string, events: Parameters<typeof syncCaches>[0]['events']) => {
      return syncCaches({ redis, events, dropCached: (tags) => void dropped[name]?.push(...tags) })
    }
    const leave = [
      join('writer', forum.stoa.app.events),
      join('reader', { ...forum.stoa.app.events, subscribe: () => () => {} }),
    ]
    const postId = await forum.newPost()
    // Messages sent before the subscription is active are lost.
    const sayAndRead = async () => {
      await forum.say(forum.ada.token, { postId })
      return dropped.reader
    }
    await expect.poll(sayAndRead).toContain(`post:${postId}`)
    // Other tests use the same server.
    expect(dropped.writer).not.toContain(`post:${postId}`)
    for (const stop of leave) stop()
    await forum.stoa.close()
  })
})
