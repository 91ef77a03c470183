import type { Router } from 'express'
import type { Redis } from '../platform/redis/redis.ts'
import { createRouter, onlyRead } from './express.ts'

/** Whether this process accepts requests; false while it is stopping. */
export interface Readiness {
  accepting: boolean
}

/**
 * `/livez`: the process runs. `/readyz`: it accepts requests and reaches its database. Also reports whether Redis is
 * reachable, which isn't required.
 */
export function healthRoutes(about: {
  readiness: Readiness
  ping(): Promise<void>
  redis: Pick<Redis, 'status'> | null
}): Router {
  const { readiness, ping, redis } = about
  const router = createRouter()
  router.get('/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' })
  })
  router.get('/readyz', async (_request, response) => {
    const isReady =
      readiness.accepting &&
      (await ping().then(
        () => true,
        () => false,
      ))
    response
      .set('Cache-Control', 'no-store')
      .status(isReady ? 200 : 503)
      .json({
        status: isReady ? 'ok' : 'unavailable',
        ...(redis === null ? {} : { redis: redis.status === 'ready' ? 'ok' : 'unavailable' }),
      })
  })
  router.all(['/livez', '/readyz'], onlyRead)
  return router
}
