import { type ErrorCode, type ErrorResponse, errors } from '@stoa/contract'
import { fieldProblem } from '@stoa/contract/schemas'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { isDatabaseAway } from '../platform/database/dialect.ts'
import { DomainError, isDomainError } from '../platform/domain-error.ts'
import type { Logger } from '../platform/logging/logger.ts'
import { loggedPath } from './requested-path.ts'

/** Body parser errors by `type`. */
const BODY_ERRORS: Record<string, ErrorCode> = {
  'entity.parse.failed': 'MALFORMED_BODY',
  'entity.verify.failed': 'MALFORMED_BODY',
  'entity.too.large': 'BODY_TOO_LARGE',
  'encoding.unsupported': 'UNSUPPORTED_MEDIA_TYPE',
  'charset.unsupported': 'UNSUPPORTED_MEDIA_TYPE',
  'request.aborted': 'MALFORMED_BODY',
  'request.size.invalid': 'MALFORMED_BODY',
  'stream.encoding.set': 'MALFORMED_BODY',
}

/** The response to an error. */
export interface ErrorReply {
  status: number
  headers: Record<string, string>
  body: ErrorResponse
}

/** A database that was restarted is back after a few seconds. */
const AWAY_FOR_MS = 5000

/**
 * The only place that decides what a response reveals of an error: known errors by code, others as INTERNAL after
 * logging them.
 */
export type ErrorReplies = (error: unknown, about: { requestId: string; path: string }) => ErrorReply

/** Makes error responses; `count` is called with each code. */
export function createErrorReplies(logger: Logger, count: (code: ErrorCode) => void = () => {}): ErrorReplies {
  return (error, { requestId, path }) => {
    const body = responseFor(error, requestId)
    count(body.code)
    if (body.code === 'INTERNAL') logger.error({ err: error, requestId, path: loggedPath(path) }, 'request failed')
    if (body.code === 'UNAVAILABLE')
      logger.warn({ err: error, requestId, path: loggedPath(path) }, 'the database is away')
    const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
    if (body.details && 'retryAfterMs' in body.details) {
      headers['Retry-After'] = String(Math.ceil(body.details.retryAfterMs / 1000))
    }
    return { status: errors[body.code].status, headers, body }
  }
}

/** Error handler for Express. */
export function errorHandler(replyTo: ErrorReplies): ErrorRequestHandler {
  // oxlint-disable-next-line max-params -- express knows an error handler by its four parameters
  return (error: unknown, request: Request, response: Response, next) => {
    if (response.headersSent) {
      next(error)
      return
    }
    const requestId = String(response.locals.requestId ?? '')
    const { status, headers, body } = replyTo(error, { requestId, path: request.path })
    response.status(status).set(headers).json(body)
  }
}

function responseFor(error: unknown, requestId: string): ErrorResponse {
  if (isDomainError(error)) {
    const { code, message, details } = error
    return { status: 'error', code, message, details: withCodes(details), requestId }
  }
  if (isDatabaseAway(error)) {
    const { code, message, details } = new DomainError('UNAVAILABLE', { retryAfterMs: AWAY_FOR_MS })
    return { status: 'error', code, message, details, requestId }
  }
  const type = typeof error === 'object' && error !== null && 'type' in error ? String(error.type) : ''
  const code =
    BODY_ERRORS[type] ?? (isMalformedUrl(error) ? 'NOT_FOUND' : isUnreadable(error) ? 'MALFORMED_BODY' : 'INTERNAL')
  return { status: 'error', code, message: errors[code].message, requestId }
}

/** Issues by field with the codes of their texts. */
function withCodes(details: ErrorResponse['details']): ErrorResponse['details'] {
  return Array.isArray(details) ? details.map((issue) => ({ ...issue, ...fieldProblem(issue.message) })) : details
}

/** The body parser's decompression errors have no type. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 400
}

/** Express throws these for paths that can't be decoded. */
function isMalformedUrl(error: unknown): boolean {
  return error instanceof URIError
}
