import type { RequestHandler } from 'express'
import type { Logger } from '../lib/logger.ts'
import type { Metrics } from './metrics.ts'

/** Writes down an answer; `start` as `performance.now()` told it. */
export type AnswerLog = (answer: {
  requestId: string
  call: string
  method: string
  status: number
  start: number
}) => void

/** One line per answer: which request, which call, how it went. No address, query, body or name. */
export function createAnswerLog({ logger, metrics }: { logger: Logger; metrics: Metrics }): AnswerLog {
  return ({ start, ...answer }) => {
    const ms = performance.now() - start
    metrics.answered({ call: answer.call, status: answer.status, seconds: ms / 1000 })
    logger.info({ ...answer, ms: Math.round(ms * 10) / 10 }, 'answered')
  }
}

/** Writes down what the framework answers. */
export function requestLog(log: AnswerLog): RequestHandler {
  return (request, response, next) => {
    const start = performance.now()
    response.once('finish', () => {
      const { requestId, call = 'page' } = response.locals
      log({
        requestId: String(requestId),
        call: String(call),
        method: request.method,
        status: response.statusCode,
        start,
      })
    })
    next()
  }
}
