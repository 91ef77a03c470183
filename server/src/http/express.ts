import { randomUUID } from 'node:crypto'
import { calls } from '@stoa/contract'
import type { Express, RequestHandler, Response, Router } from 'express'
import express from 'express'
import { DomainError } from '../platform/domain-error.ts'
import type { TrustProxy } from '../platform/security/address.ts'

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

const READS = ['GET', 'HEAD']

const patterns = Object.values(calls).map(({ path, method }) => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: method === 'GET' ? READS : [method],
}))

/** Says which methods an address takes; throws METHOD_NOT_ALLOWED. */
export function refuseMethod(response: Response, methods: readonly string[]): never {
  response.set('Allow', methods.join(', '))
  throw new DomainError('METHOD_NOT_ALLOWED')
}

/** Behind the routes of the API: what no route has taken has another method there, or is not there. */
export const noSuchCall: RequestHandler = (request, response) => {
  const methods = patterns.flatMap(({ pattern, methods }) => (pattern.test(request.path) ? methods : []))
  if (methods.length > 0) refuseMethod(response, [...new Set(methods), 'OPTIONS'])
  throw new DomainError('NOT_FOUND')
}

/** Behind a route that is only read. */
export const onlyRead: RequestHandler = (_request, response) => refuseMethod(response, READS)
