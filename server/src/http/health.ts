import type { Router } from 'express'
import type { Redis } from '../platform/redis/redis.ts'
import { createRouter, onlyRead } from './express.ts'

/** Whether this process takes requests; false while it stops. */
export interface Readiness {
  accepting: boolean
}

/**
 * `/livez`: the process runs. `/readyz`: it takes requests and reaches its database; where there is a Redis also whether
 * that is reached, without which the process goes on alone.
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
