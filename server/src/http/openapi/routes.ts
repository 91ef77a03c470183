import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RequestHandler, Response, Router } from 'express'
import { memoize } from '../../platform/cache/memoize.ts'
import { type CachedResponse, cacheResponse, sendCached } from '../cache/cached-response.ts'
import { createRouter, onlyRead } from '../express.ts'
import { openApiSteps } from './document.ts'
import { docsPage, docsPolicy } from './page.ts'

interface FinishedDocuments {
  json: CachedResponse
  page: CachedResponse
}

export interface OpenApi {
  /** Makes the documents, which takes half a second, while requests are served. Otherwise the first request does. */
  prepare(): Promise<FinishedDocuments>
  /** `/openapi.json` and, as a readable page, `/docs`, below `/api`. */
  routes: Router
  /** The page at `/docs`. */
  page: Router
}

export function createOpenApi({ url, limit }: { url: string; limit: RequestHandler }): OpenApi {
  const prepare = memoize(() => finishedDocuments(url))
  const send = (name: keyof FinishedDocuments): RequestHandler => {
    return async (request, response) => {
      const { [name]: document } = await prepare()
      sendCached(document, { request, response, requestId: requestIdOf(response) })
    }
  }
  const routes = createRouter()
  routes.get('/openapi.json', limit, send('json'))
  const page = createRouter()
  page.get('/docs', limit, send('page')).all('/docs', onlyRead)
  routes.use(page).all('/openapi.json', onlyRead)
  return { prepare, routes, page }
}

async function finishedDocuments(url: string): Promise<FinishedDocuments> {
  const steps = openApiSteps({ url })
  for (;;) {
    await nextTurn()
    const step = steps.next()
    if (!step.done) continue
    const caching = { 'Cache-Control': 'public, max-age=300' }
    const html = { ...caching, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': docsPolicy() }
    return {
      json: cacheResponse(Buffer.from(JSON.stringify(step.value)), {
        ...caching,
        'Content-Type': 'application/json; charset=utf-8',
      }),
      page: cacheResponse(Buffer.from(docsPage(step.value)), html),
    }
  }
}

function requestIdOf({ locals }: Response): string {
  return String(locals.requestId ?? '')
}
