import { randomUUID } from 'node:crypto'
import express, { type Express, type Router } from 'express'
import type { TrustProxy } from '../platform/security/client-address.ts'

/** An Express application that trusts only the proxies it is told to, and gives every request an id. */
export function createExpress({ trustedProxies }: { trustedProxies: string[] }): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', 'strong')
  app.set('trust proxy', trustedProxies.length > 0 ? trustedProxies : false)
  app.set('query parser', 'simple')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.use((_request, response, next) => {
    response.locals.requestId = randomUUID()
    response.set('X-Request-Id', response.locals.requestId)
    next()
  })
  return app
}

/** Whether an address is one of these proxies, as Express reads them. */
export function trustOf(proxies: string[]): TrustProxy {
  return createExpress({ trustedProxies: proxies }).get('trust proxy fn')
}

/** A router that takes each path in its one spelling, so that what is decided by path (whose cookie, which cache) holds for every way in. */
export function createRouter(): Router {
  return express.Router({ caseSensitive: true, strict: true })
}
