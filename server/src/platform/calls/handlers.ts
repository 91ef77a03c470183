import type { CallName, CallOutput, CallParsedInput, Finding, Me, ViewerFacts } from '@stoa/contract'
import type { calls } from '@stoa/contract/schemas'
import type { Transaction } from '../database/database.ts'
import { DomainError } from '../domain-error.ts'
import type { CallContext, CallRequest, Exchange, RecordResponse } from './context.ts'

/** The handler of every call. */
export type CallHandlers = HandlersOf<Record<CallName, unknown>>

/** Handlers of exactly these calls. */
export type HandlersOf<Calls> = { [Name in keyof Calls & CallName]: CallHandler<Name> }

/** A write of the contract, or any other call; see `isWrite`. */
type CallHandler<Name extends CallName> = (typeof calls)[Name] extends { method: 'POST' }
  ? (typeof calls)[Name] extends { rate: 'read' | 'listTest' }
    ? ReadHandler<Name>
    : WriteHandler<Name>
  : ReadHandler<Name>

type Handle<Context, Name extends CallName> = (context: Context) => Promise<CallOutput<Name>>

/** Handles a call that isn't a write. */
export type ReadHandler<Name extends CallName> = Handle<CallContext<Name>, Name> | SharedRead<Name>

/** A read whose page is the same for many people. */
export interface SharedRead<Name extends CallName> {
  handle: Handle<CallContext<Name>, Name>
  viewerPart: ViewerPart<Name>
}

/** Which facts a signed-in person gets with a shared page, as `viewerFacts`. */
export interface ViewerPart<Name extends CallName> {
  /** Whether this person may get the same page as visitors. */
  isShared(viewer: Me, input: CallParsedInput<Name>): boolean
  /** The person's own facts about the page. */
  factsOf(viewer: Me, page: { input: CallParsedInput<Name>; payload: CallOutput<Name> }): Promise<ViewerFacts>
}

/** Handles a write, in the transaction that stores its response for retries. */
export type WriteHandler<Name extends CallName> =
  | Handle<WriteContext<Name>, Name>
  | ScoredWrite<Name>
  | SelfCommittedWrite<Name>

export interface WriteContext<Name extends CallName> extends CallContext<Name> {
  tx: Transaction
}

/** A write of a text that the external scorer judges first, since no transaction may wait for another program. */
export interface ScoredWrite<Name extends CallName> {
  score(context: CallContext<Name>): Promise<Scoring>
  /** If it throws TextChangedError, the text is scored again. */
  handle: Handle<WriteContext<Name> & { scored: Scoring }, Name>
}

/** An external scorer's findings about a text. */
export interface Scoring {
  /** Null if it wasn't scored. */
  text: string | null
  findings: Finding[]
}

/** The text changed after it was scored and before it was published. */
export class TextChangedError extends Error {}

/**
 * The only exception to one transaction per write: it opens its own. Calls that check credentials need it, since a wrong
 * password must count although the call is refused, and new comments, which share a transaction with others.
 */
export interface SelfCommittedWrite<Name extends CallName> {
  commit: Handle<CallContext<Name> & { once: Once }, Name>
}

/**
 * Runs work once per sender, call and idempotency key; a retry gets the first result. The work calls `record` in the
 * transaction that commits its result.
 */
export type Once = <Result>(
  work: (record: RecordResponse<Result>) => Promise<Result>,
  options?: OnceOptions<Result>,
) => Promise<Result>

export interface OnceOptions<Result> {
  /** The user, or the cookie that identifies one; null for a visitor. Default: the signed-in person. */
  holder?: string | null
  /** Called with a stored result. Default: it is returned as stored. */
  again?(result: Result): Promise<Result>
  /** Look for a stored result before starting. Only if the holder is signed in or a secret. Default false. */
  lookFirst?: boolean
}

/** Returned by calls with `answers: 'file'`: a download generated while it is sent. */
export interface FileResponse {
  name: string
  /** Media type, such as `application/zip`. */
  type: string
  parts: AsyncIterable<Uint8Array>
}

/** The signed-in person of a call with access `user`. */
export function viewerOf(context: { viewer: Me | null }): Me {
  if (!context.viewer) throw new DomainError('AUTH_REQUIRED')
  return context.viewer
}

/** Request and response of a call that uses cookies. */
export function exchangeOf(context: { exchange: Exchange | null }): Exchange {
  if (!context.exchange) throw new Error('A call with a cookie was made without an HTTP exchange.')
  return context.exchange
}

/** The HTTP request of a call. */
export function requestOf(context: { request: CallRequest | null }): CallRequest {
  if (!context.request) throw new Error('This call needs its HTTP request.')
  return context.request
}
