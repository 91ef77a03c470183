import type { CallInput, CallName, CallOutput } from '@stoa/contract'
import type { Request } from 'express'
import type { CallRequest } from '../platform/calls/context.ts'

/** Whose visitor makes a call. */
export interface AboutLocalCall {
  /** Token name of the only community the domain shows. Default: all. */
  onlyCommunity?: string | null
  /** The request of the page, for finding its domain. Default: none. */
  request?: CallRequest | null
}

/** Makes an anonymous call inside the process: server-rendered pages contain only what visitors may see. */
export type LocalCall = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  about?: AboutLocalCall,
) => Promise<CallOutput<Name>>

/** An anonymous call inside the process with the visibility of the request's domain. */
export type CallOfDomain = <Name extends CallName>(
  request: Request,
  name: Name,
  input: CallInput<Name>,
) => Promise<CallOutput<Name>>
