import { type Call, type CallName, type CallParsedInput, calls, type FieldIssue, type Me } from '@stoa/contract'
import { callSchemas } from '@stoa/contract/schemas'
import type { Request, Response } from 'express'
import { DomainError } from '../lib/domain-error.ts'
import { isJudgeable } from '../lib/judgeable.ts'
import type { CallRequest } from './context.ts'

/** Bytes of the largest body. */
export const BODY_LIMIT = 1024 * 1024
/** Far more levels than any call's input has. */
const BODY_DEPTH = 40

/** A page can send other types without a preflight; taking only JSON keeps foreign forms out. */
export function requireJson(request: Request, _response: Response, next: (error?: unknown) => void): void {
  const isEmpty =
    request.headers['content-length'] === '0' ||
    (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined)
  next(isEmpty || request.is('application/json') ? undefined : new DomainError('UNSUPPORTED_MEDIA_TYPE'))
}

/** The parser takes nothing, or a byte order mark with nothing after it, for an empty object; neither is JSON. */
export function refuseEmpty(_request: unknown, _response: unknown, body: Buffer): void {
  if (body.length === 0 || body.equals(Buffer.from('\uFEFF'))) throw new DomainError('MALFORMED_BODY')
}

/** Whether it is an object of reasonable depth, as the body of every call is. */
export function isBody(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && isJudgeable(body, BODY_DEPTH)
}

/** The body of a call; throws MALFORMED_BODY for anything but an object of reasonable depth. */
export function bodyOf({ body }: CallRequest): Record<string, unknown> {
  if (!isBody(body)) throw new DomainError('MALFORMED_BODY')
  return body
}

/** The input as the call's schema reads it; throws VALIDATION_FAILED with every issue by field. */
export function validate<Name extends CallName>(name: Name, raw: unknown): CallParsedInput<Name> {
  const parse = (value: unknown) => callSchemas[name].input.safeParse(value, { error: inWords })
  const first = parse(raw)
  // Calls that refuse unknown fields don't mean these.
  const alongside = first.success ? [] : unknownOf(first.error.issues).filter(isAlongside)
  const parsed = alongside.length === 0 ? first : parse(without(raw as object, alongside))
  if (parsed.success) return parsed.data as CallParsedInput<Name>
  const isUnknownList = parsed.error.issues.some(
    ({ path, code }) => path.join('.') === 'type' && code === 'invalid_value',
  )
  const { errors }: Call = calls[name]
  if (isUnknownList && errors.includes('LIST_TYPE_UNSUPPORTED')) throw new DomainError('LIST_TYPE_UNSUPPORTED')
  const details: FieldIssue[] = parsed.error.issues.flatMap((issue) => {
    const named = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    return named.map((path) => ({ field: path.join('.'), message: issue.message }))
  })
  throw new DomainError('VALIDATION_FAILED', details)
}

/** The fields of an input that its schema does not know. */
function unknownOf(issues: readonly { code: string; path: PropertyKey[]; keys?: string[] }[]): string[] {
  return issues.flatMap(({ code, path, keys = [] }) => (code === 'unrecognized_keys' && path.length === 0 ? keys : []))
}

function without(value: object, fields: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)))
}

/** What may go with every write, whatever it is. */
const isAlongside = (field: string) => field === 'visitorId' || (ACTOR_FIELDS as readonly string[]).includes(field)

/** What is wrong with a field where its schema has no words of its own; undefined: the library's. */
function inWords({ code, input }: { code?: string; input?: unknown }): string | undefined {
  if (code === 'unrecognized_keys') return 'This field is not known here.'
  return input === undefined ? 'This field is missing.' : undefined
}

/** Fields in which older clients name the actor. Who acts is always the token's user; another name is refused. */
const ACTOR_FIELDS = ['userId', 'publisherId', 'reporterId', 'moderatorUserId'] as const

/** Throws ACTOR_MISMATCH when the body names somebody else as the actor. */
export function refuseOtherActor(raw: Record<string, unknown>, viewer: Me | null): void {
  for (const field of ACTOR_FIELDS) {
    const named = raw[field]
    if (typeof named === 'string' && named !== '' && named !== viewer?.id) throw new DomainError('ACTOR_MISMATCH')
  }
}
