import {
  BODY_LIMIT,
  type CallName,
  type CallParsedInput,
  type ErrorCode,
  type FieldIssue,
  type Me,
} from '@stoa/contract'
import { type Call, calls, fieldMessage } from '@stoa/contract/schemas'
import express, { type Request, type Response } from 'express'
import type { CallRequest, Exchange } from '../platform/calls/context.ts'
import { DomainError, isDomainError } from '../platform/domain-error.ts'
import { excessOfJson, isSafeJson } from '../platform/validation/safe-json.ts'

/** Maximum number of reported issues, so that a large request can't cause a large response. */
const ISSUES_MAX = 100
/** Far deeper than the input of any call. */
const BODY_DEPTH = 40
/** Far more than the input of any call has, whose documents are texts. */
const BODY_PARTS = 10_000
/** In UTF-8, as all JSON. */
const JSON_TYPE = /^application\/json\s*(?:$|;(?!.*charset\s*=\s*(?!"?utf-8"?\s*(?:;|$))))/i

type Parser = ReturnType<typeof express.json>
const parsers = new Map<number, Parser>()

/** Express's JSON parser for plain requests. It takes every type because `readBody` has checked that. */
function parserOf(limit: number): Parser {
  const parser = parsers.get(limit) ?? express.json({ limit, strict: true, type: () => true, verify: refuseBytes })
  parsers.set(limit, parser)
  return parser
}

/** Reads and parses the body, up to the call's limit. */
export function readBody(name: CallName, { request, response }: Exchange): Promise<void> {
  requireJson(request)
  const { bodyLimit = BODY_LIMIT }: Call = calls[name]
  return new Promise((resolve, reject) => {
    parserOf(bodyLimit)(request as Request, response as Response, (error?: unknown) =>
      error === undefined ? resolve() : reject(error),
    )
  })
}

/** Pages can send other types without a preflight; requiring JSON keeps cross-site forms out. */
function requireJson({ headers }: CallRequest): void {
  const length = headers['content-length']
  const isEmpty = length === '0' || (length === undefined && headers['transfer-encoding'] === undefined)
  if (!isEmpty && !JSON_TYPE.test(headers['content-type'] ?? '')) throw new DomainError('UNSUPPORTED_MEDIA_TYPE')
}

/**
 * The parser turns an empty body, or only a byte order mark, into an empty object; neither is JSON. It would take long
 * for many parts.
 */
function refuseBytes(_request: unknown, _response: unknown, body: Buffer): void {
  if (body.length === 0 || body.equals(Buffer.from('\uFEFF'))) throw new DomainError('MALFORMED_BODY')
  const excess = excessOfJson(body, { parts: BODY_PARTS, levels: BODY_DEPTH })
  if (excess !== null) throw new DomainError(excess === 'many' ? 'BODY_TOO_LARGE' : 'MALFORMED_BODY')
}

/** Whether it is an object of reasonable depth, as every call's body must be. */
export function isBody(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && isSafeJson(body, BODY_DEPTH)
}

/** The body of a call; throws MALFORMED_BODY for anything but an object of reasonable depth. */
export function bodyOf({ body }: CallRequest): Record<string, unknown> {
  if (!isBody(body)) throw new DomainError('MALFORMED_BODY')
  return body
}

/** Parses the input with the call's schema; throws VALIDATION_FAILED with issues by field. */
export function validate<Name extends CallName>(name: Name, raw: Record<string, unknown>): CallParsedInput<Name> {
  const parsed = calls[name].input.safeParse(withoutCommonFields(name, raw), { error: fieldMessage })
  if (parsed.success) return parsed.data as CallParsedInput<Name>
  const isUnknownList = parsed.error.issues.some(
    ({ path, code }) => path.join('.') === 'type' && code === 'invalid_value',
  )
  const { errors }: Call = calls[name]
  if (isUnknownList && errors.includes('LIST_TYPE_UNSUPPORTED')) throw new DomainError('LIST_TYPE_UNSUPPORTED')
  const details: FieldIssue[] = parsed.error.issues.slice(0, ISSUES_MAX).flatMap((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, ISSUES_MAX) : []
    const paths = keys.length > 0 ? keys.map((key) => [...issue.path, key]) : [issue.path]
    return paths.map((path) => ({ field: path.join('.'), message: issue.message }))
  })
  throw new DomainError('VALIDATION_FAILED', details.slice(0, ISSUES_MAX))
}

/** Removes fields accepted with every call for compatibility, unless its schema has them. */
function withoutCommonFields(name: CallName, raw: Record<string, unknown>): Record<string, unknown> {
  const { shape } = calls[name].input
  const extra = COMMON_FIELDS.filter((field) => Object.hasOwn(raw, field) && !Object.hasOwn(shape, field))
  if (extra.length === 0) return raw
  return Object.fromEntries(Object.entries(raw).filter(([field]) => !extra.includes(field)))
}

/** Fields in which older clients name the actor. The token always decides; any other name is refused. */
const ACTOR_FIELDS = ['userId', 'publisherId', 'reporterId', 'moderatorUserId'] as const
/** What older clients send with any call: the actor, the visitor's id, and link previews. */
const COMMON_FIELDS: readonly string[] = [...ACTOR_FIELDS, 'visitorId', 'linkMeta']

/** Throws ACTOR_MISMATCH if the body names another actor. */
export function refuseOtherActor(raw: Record<string, unknown>, viewer: Me | null): void {
  for (const field of ACTOR_FIELDS) {
    const actorId = raw[field]
    if (typeof actorId === 'string' && actorId !== '' && actorId !== viewer?.id) throw new DomainError('ACTOR_MISMATCH')
  }
}

/** Fields that name a post or comment, in order of precedence. */
const NAMING_FIELDS: Partial<Record<ErrorCode, readonly string[]>> = {
  POST_NOT_FOUND: ['postId', 'idOrSlug', 'entityId', 'parentPostId'],
  COMMENT_NOT_FOUND: ['commentId', 'replyToCommentId', 'parentCommentId', 'entityId'],
}
const NAME_MAX_LENGTH = 100

/**
 * Adds to the error's message what the request named. Done in one place, so the message never reveals why it wasn't
 * found.
 */
export function withMissingName(error: unknown, readInput: () => Record<string, unknown>): unknown {
  const fields = isDomainError(error) ? NAMING_FIELDS[error.code] : undefined
  if (!isDomainError(error) || !fields) return error
  const input = readInput()
  const { url } = (input.article ?? {}) as { url?: unknown }
  const id = [...fields.map((field) => input[field]), url].find((value) => typeof value === 'string' && value !== '')
  const options = { cause: error, id: String(id ?? 'unknown').slice(0, NAME_MAX_LENGTH) }
  return new DomainError(error.code, error.details, options)
}
