import type { RequestListener } from 'node:http'
import type { Express } from 'express'
import type { Readiness } from './health.ts'
import type { ReadCache } from './read-cache.ts'

/** What an HTTP server listens with: visitors' reads from memory, everything else through Express. */
export function createHttpListener(app: {
  express: Express
  readCache: ReadCache
  readiness: Readiness
}): RequestListener {
  const { express, readCache, readiness } = app
  return (request, response) => {
    if (!readiness.accepting) response.setHeader('Connection', 'close')
    readCache.handle(request, response, () => express(request, response))
  }
}
