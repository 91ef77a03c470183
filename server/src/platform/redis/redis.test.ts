import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { redisStandIn } from '../../../test/redis-stand-in.ts'
import { createLogger } from '../logging/logger.ts'
import { duplicateOf, openRedis } from './redis.ts'

test('logs once when Redis goes away and once when it is back', async () => {
  const first = redisStandIn()
  const port = await first.listen(0)
  await first.stop()
  const told: string[] = []
  const logger = createLogger('info', { write: (line) => void told.push(JSON.parse(line).msg) })
  const redis = await openRedis(`redis://127.0.0.1:${port}`, logger)
  onTestFinished(() => redis.disconnect())
  let tries = 0
  redis.on('reconnecting', () => {
    tries += 1
  })
  const AWAY = 'redis is unreachable; this process continues without it'
  const BACK = 'redis is reachable again'
  await vi.waitFor(() => expect(tries).toBeGreaterThan(3))
  expect(told).toEqual([AWAY])
  const second = redisStandIn()
  await second.listen(port)
  await vi.waitFor(() => expect(told).toEqual([AWAY, BACK]))
  tries = 0
  await second.stop()
  await vi.waitFor(() => expect(tries).toBeGreaterThan(3))
  expect(told).toEqual([AWAY, BACK, AWAY])
}, 40_000)

test('commands time out when Redis stops responding', async () => {
  const standIn = redisStandIn()
  const redis = await openRedis(`redis://127.0.0.1:${await standIn.listen(0)}`, createLogger('silent'))
  const waiting = duplicateOf(redis)
  onTestFinished(async () => {
    redis.disconnect()
    waiting.disconnect()
    await standIn.stop()
  })
  await Promise.all([redis, waiting].map((one) => once(one, 'ready')))
  standIn.freeze()
  const cutOff = Promise.all([redis, waiting].map((one) => new Promise((resolve) => one.once('close', resolve))))
  waiting.publish('a', 'b').catch(() => {})
  await expect(redis.get('a')).rejects.toThrow()
  await cutOff
  await expect(redis.get('a')).rejects.toThrow()
}, 40_000)
