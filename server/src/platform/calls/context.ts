import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallName, CallOutput, CallParsedInput, Me, QuotaClass } from '@stoa/contract'
import type { Transaction } from '../database/database.ts'

/** A request of a call. */
export type CallRequest = IncomingMessage & {
  /** Address of the client as the trusted proxies tell it. */
  address?: string
  /** Of a write: its JSON. */
  body?: unknown
}

/** A request with its response. */
export interface Exchange {
  request: CallRequest
  response: ServerResponse
  /** What the response was made of, where its handler knows best: visitors may share it until one of these changes. */
  cacheTags?: readonly string[] | null
}

/** Who makes a request. */
export interface Caller {
  viewer: Me
  /** The session of the access token. */
  sessionId: string
}

/** What a service needs to know of the call that it serves. */
export interface CallScope {
  /** Token name of the only community that is shown. Default null: all are. */
  only?: string | null
  /** The call's transaction. Default: the service opens its own. */
  tx?: Transaction | undefined
}

/** What a service needs that finds out only in its work what that counts against. */
export interface Spending extends Pick<CallScope, 'tx'> {
  /** Spends one of the actor's quota, once for a request; work that comes to nothing gets it back. */
  spend(quota: QuotaClass): Promise<void>
}

/** What a handler is given about one request, after every gate has let it through. */
export interface CallContext<Name extends CallName> {
  input: CallParsedInput<Name>
  /** The signed-in person, null for a visitor. For calls with access `user` use `viewerOf`. */
  viewer: Me | null
  /** The session of the signed-in person, empty for a visitor. */
  sessionId: string
  /** The transaction that keeps the answer for repeats: the handler does all its work in it. Undefined: the handler opens its own. */
  tx: Transaction | undefined
  /** Without `tx`, to be called in the transaction whose commit makes the work count. */
  record: RecordResponse<CallOutput<Name>>
  /** See `Spending`. For calls whose quota doesn't depend on the work, their route names it. */
  spend: Spending['spend']
  requestId: string
  /** Origin of the calling page, empty when the browser sent none. */
  origin: string
  /** The same if it is not the forum's own; empty otherwise. */
  site: string
  /** Address of the client as the trusted proxies tell it. */
  address: string
  /** Token name of the only community that the request's domain shows: what is another one's is not there. Null: all are shown. */
  only: string | null
  /** The request itself, to tell the domain that it is for; null for a call made inside the process. */
  request: CallRequest | null
  /** The HTTP exchange, for cookies and headers only (the body is the handler's return value); null for a call made inside the process. */
  exchange: Exchange | null
}

/** Keeps the answer of a work for repeats of its request; to be called in the transaction whose commit makes the work count. */
export type RecordResponse<Answer> = (tx: Transaction, answer: Answer) => void
