import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallName, CallParsedInput, Me, QuotaClass } from '@stoa/contract'
import type { Transaction } from '../database/database.ts'

/** A request of a call. */
export type CallRequest = IncomingMessage & {
  /** The client's address, as reported by trusted proxies. */
  address?: string
  /** Parsed JSON body of a write. */
  body?: unknown
}

/** A request with its response. */
export interface Exchange {
  request: CallRequest
  response: ServerResponse
  /**
   * Tags that invalidate the response, if the handler knows them better than the route. Visitors share the response
   * until then.
   */
  cacheTags?: readonly string[] | null
}

/** The authenticated caller. */
export interface Caller {
  viewer: Me
  /** The session of the access token. */
  sessionId: string
}

/** What a service needs to know about the call it serves. */
export interface CallScope {
  /** Token name of the only community the request's domain shows. Default null: all communities. */
  onlyCommunity?: string | null
  /** The call's transaction. Default: the service opens its own. */
  tx?: Transaction | undefined
}

/** For services that know only during their work which quota it counts against. */
export interface QuotaSpending extends Pick<CallScope, 'tx'> {
  /** Counts against one of the actor's quotas, once per request. Refunded if the work fails. */
  spend(quota: QuotaClass): Promise<void>
}

/** Passed to a handler after all gates. */
export interface CallContext<Name extends CallName> {
  input: CallParsedInput<Name>
  /** The signed-in person, or null for a visitor. Calls with access `user` use `viewerOf`. */
  viewer: Me | null
  /** The signed-in person's session; empty for a visitor. */
  sessionId: string
  /** See `QuotaSpending`. Calls with a fixed quota name it in their route instead. */
  spend: QuotaSpending['spend']
  requestId: string
  /** Origin of the calling page; empty if the browser sent none. */
  origin: string
  /** The origin if it isn't the forum's own; empty otherwise. */
  site: string
  /** The client's address, as reported by trusted proxies. */
  address: string
  /** Token name of the only community the request's domain shows; others don't exist for it. Null: all communities. */
  onlyCommunity: string | null
  /** The request, for finding its domain; null for calls made inside the process. */
  request: CallRequest | null
  /**
   * The HTTP exchange, for cookies and headers only: the body is the handler's return value. Null for calls made inside
   * the process.
   */
  exchange: Exchange | null
}

/** Stores a response for retries of its request. Call it in the transaction that commits the work. */
export type RecordResponse<Result> = (tx: Transaction, result: Result) => void
