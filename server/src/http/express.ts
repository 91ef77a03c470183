import { randomUUID } from 'node:crypto'
import express, { type Express } from 'express'

/** An Express application that trusts only the proxies it is told to, and gives every request an id. */
export function createExpress({ trustedProxies }: { trustedProxies: string[] }): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', 'strong')
  app.set('trust proxy', trustedProxies.length > 0 ? trustedProxies : false)
  app.set('query parser', 'simple')
  app.use((_request, response, next) => {
    response.locals.requestId = randomUUID()
    response.set('X-Request-Id', response.locals.requestId)
    next()
  })
  return app
}
