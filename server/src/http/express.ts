import { randomUUID } from 'node:crypto'
import { calls } from '@stoa/contract/schemas'
import type { Express, RequestHandler, Response, Router } from 'express'
import express from 'express'
import { DomainError } from '../platform/domain-error.ts'
import type { TrustProxy } from '../platform/security/address.ts'

/** An Express application that trusts only the given proxies and gives every request an id. */
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

/** Whether an address is one of these proxies, in Express's syntax. */
export function trustOf(proxies: string[]): TrustProxy {
  return createExpress({ trustedProxies: proxies }).get('trust proxy fn')
}

/** A strict router: each path has one spelling, so decisions by path (cookies, caching) always hold. */
export function createRouter(): Router {
  return express.Router({ caseSensitive: true, strict: true })
}

const READS = ['GET', 'HEAD']

const patterns = Object.values(calls).map(({ path, method }) => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: method === 'GET' ? READS : [method],
}))

/** Sets the allowed methods and throws METHOD_NOT_ALLOWED. */
export function refuseMethod(response: Response, methods: readonly string[]): never {
  response.set('Allow', methods.join(', '))
  throw new DomainError('METHOD_NOT_ALLOWED')
}

/** After the API's routes: responds with 405 for a known path, otherwise 404. */
export const noSuchCall: RequestHandler = (request, response) => {
  const methods = patterns.flatMap(({ pattern, methods }) => (pattern.test(request.path) ? methods : []))
  if (methods.length > 0) refuseMethod(response, [...new Set(methods), 'OPTIONS'])
  throw new DomainError('NOT_FOUND')
}

/** After a read-only route. */
export const onlyRead: RequestHandler = (_request, response) => refuseMethod(response, READS)
