import type { RequestHandler } from 'express'
import type { Logger } from '../platform/logging/logger.ts'
import type { Metrics } from './metrics.ts'

/** Logs a response; `start` as `performance.now()` told it. */
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

/** Logs what Express serves. */
export function requestLog(log: AnswerLog): RequestHandler {
  return (request, response, next) => {
    const start = performance.now()
    response.once('finish', () => {
      const requestId = String(response.locals.requestId)
      log({ requestId, call: 'page', method: request.method, status: response.statusCode, start })
    })
    next()
  }
}
