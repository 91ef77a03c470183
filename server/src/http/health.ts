import type { Router } from 'express'
import { createRouter } from './express.ts'

/** Whether this process takes requests; false while it stops. */
export interface Readiness {
  accepting: boolean
}

/** `/livez`: the process runs. `/readyz`: it takes requests and reaches its database. */
export function healthRoutes(about: { readiness: Readiness; ping(): Promise<void> }): Router {
  const { readiness, ping } = about
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
      .json({ status: isReady ? 'ok' : 'unavailable' })
  })
  return router
}
