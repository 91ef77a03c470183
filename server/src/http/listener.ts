import type { RequestListener } from 'node:http'
import type { Express } from 'express'
import type { Readiness } from './health.ts'
import { createOneByOne } from './one-by-one.ts'
import type { PersonalReads } from './personal-reads.ts'
import type { ReadCache } from './read-cache.ts'
import type { WriteLane } from './write-lane.ts'

/**
 * What an HTTP server listens with: visitors' reads from memory, signed-in people's from there and the database, what
 * people write past the framework, everything else through Express: of the rest of what is written one call after the other.
 */
export function createHttpListener(app: {
  express: Express
  readCache: ReadCache
  personalReads: PersonalReads
  writeLane: WriteLane
  readiness: Readiness
}): RequestListener {
  const { express, readCache, personalReads, writeLane, readiness } = app
  const oneByOne = createOneByOne()
  return (request, response) => {
    if (!readiness.accepting) response.setHeader('Connection', 'close')
    const reads = request.headers.authorization === undefined ? readCache : personalReads
    if (request.method === 'POST') {
      writeLane.handle(request, response, () => oneByOne(() => express(request, response)))
    } else reads.handle(request, response, () => express(request, response))
  }
}
