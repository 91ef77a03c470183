import type { Router } from 'express'
import type { Redis } from '../platform/redis/redis.ts'
import type { DiskSpace } from '../platform/storage/disk-space.ts'
import { createRouter, onlyRead } from './express.ts'

/** Whether this process accepts requests; false while it is stopping. */
export interface Readiness {
  accepting: boolean
}

/**
 * `/livez`: the process runs. `/readyz`: it accepts requests and reaches its database; the embedded one also needs free
 * space on its disk. Also reports whether Redis is reachable, which isn't required.
 */
export function healthRoutes(about: {
  readiness: Readiness
  ping(): Promise<void>
  redis: Pick<Redis, 'status'> | null
  disk: DiskSpace
  /** Whether the database is on that disk. */
  isEmbedded: boolean
}): Router {
  const { readiness, ping, redis, disk, isEmbedded } = about
  const router = createRouter()
  router.get('/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' })
  })
  router.get('/readyz', async (_request, response) => {
    const hasRoom = await disk.hasRoom()
    const isReady =
      readiness.accepting &&
      (hasRoom || !isEmbedded) &&
      (await ping().then(
        () => true,
        () => false,
      ))
    response
      .set('Cache-Control', 'no-store')
      .status(isReady ? 200 : 503)
      .json({
        status: isReady ? 'ok' : 'unavailable',
        disk: hasRoom ? 'ok' : 'full',
        ...(redis === null ? {} : { redis: redis.status === 'ready' ? 'ok' : 'unavailable' }),
      })
  })
  router.all(['/livez', '/readyz'], onlyRead)
  return router
}
