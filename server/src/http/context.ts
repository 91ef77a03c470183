import type { IncomingMessage } from 'node:http'
import type { CallName, CallParsedInput, Me } from '@stoa/contract'
import type { Request, Response } from 'express'
import type { Unit } from '../db/database.ts'

/** A request of a call, however it was read. */
export type CallRequest = IncomingMessage & {
  /** Address of the client as the trusted proxies tell it. */
  ip?: string | undefined
  /** Of a write: its JSON. */
  body?: unknown
}

/** Who makes a request. */
export interface Caller {
  viewer: Me
  /** The session of the access token. */
  sessionId: string
}

/** What a handler is given about one request, after every gate has let it through. */
export interface CallContext<Name extends CallName> {
  input: CallParsedInput<Name>
  /** The signed-in person, null for a visitor. For calls with access `user` use `viewerOf`. */
  viewer: Me | null
  /** The session of the signed-in person, empty for a visitor. */
  sessionId: string
  /** Of the transaction that keeps the answer for repeats, null where there is none. Whoever shares its transaction hands it on. */
  unit: Unit | null
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
  exchange: { request: Request; response: Response } | null
}
