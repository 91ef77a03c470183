import type { RequestHandler } from 'express'
import type { Logger } from '../lib/logger.ts'
import type { Metrics } from './metrics.ts'

/** One line per answer: which request, which call, how it went. No address, query, body or name. */
export function requestLog({ logger, metrics }: { logger: Logger; metrics: Metrics }): RequestHandler {
  return (request, response, next) => {
    const start = performance.now()
    response.once('finish', () => {
      const ms = performance.now() - start
      const { requestId, call = 'page' } = response.locals
      const { statusCode: status } = response
      metrics.answered({ call: String(call), status, seconds: ms / 1000 })
      logger.info({ requestId, call, method: request.method, status, ms: Math.round(ms * 10) / 10 }, 'answered')
    })
    next()
  }
}
