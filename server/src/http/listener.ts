import type { RequestListener } from 'node:http'
import type { Express } from 'express'
import type { Readiness } from './health.ts'
import type { PersonalReads } from './personal-reads.ts'
import type { ReadCache } from './read-cache.ts'

/** What an HTTP server listens with: visitors' reads from memory, signed-in people's from there and the database, everything else through Express. */
export function createHttpListener(app: {
  express: Express
  readCache: ReadCache
  personalReads: PersonalReads
  readiness: Readiness
}): RequestListener {
  const { express, readCache, personalReads, readiness } = app
  return (request, response) => {
    if (!readiness.accepting) response.setHeader('Connection', 'close')
    const reads = request.headers.authorization === undefined ? readCache : personalReads
    reads.handle(request, response, () => express(request, response))
  }
}
