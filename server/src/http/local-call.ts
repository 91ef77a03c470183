import type { CallInput, CallName, CallOutput } from '@stoa/contract'
import type { Request } from 'express'

/** Makes an anonymous call inside the process: server-rendered pages contain only what visitors may see. */
export type LocalCall = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  /** Token name of the only community the domain shows. Default: all. */
  onlyCommunity?: string | null,
) => Promise<CallOutput<Name>>

/** An anonymous call inside the process with the visibility of the request's domain. */
export type CallOfDomain = <Name extends CallName>(
  request: Request,
  name: Name,
  input: CallInput<Name>,
) => Promise<CallOutput<Name>>
