import type { ErrorCode, ErrorResponse } from '@stoa/contract'

/**
 * The server's codes and client-side failures: no response, code that failed to load, an aborted call, a sign-in window
 * that was blocked, closed, or cut off by the page's policy.
 */
export type StoaErrorCode =
  | ErrorCode
  | 'NETWORK'
  | 'CODE_NOT_LOADED'
  | 'ABORTED'
  | 'POPUP_BLOCKED'
  | 'POPUP_CLOSED'
  | 'POPUP_CUT_OFF'

/** Why a call failed. Distinguish errors by `code`; `message` is for people. */
export class StoaError extends Error {
  override readonly name = 'StoaError'
  readonly code: StoaErrorCode
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** Issues by field of a validation failure, or the time to wait. */
  readonly details: ErrorResponse['details']
  /** Request id in the server's log; empty without a response. */
  readonly requestId: string

  constructor(
    code: StoaErrorCode,
    about: {
      message: string
      status?: number
      details?: ErrorResponse['details']
      requestId?: string
      cause?: unknown
    },
  ) {
    super(about.message, { cause: about.cause })
    this.code = code
    this.status = about.status ?? 0
    this.details = about.details
    this.requestId = about.requestId ?? ''
  }
}

/** The error's code, or null if it isn't a failed call's. */
export function errorCode(error: unknown): StoaErrorCode | null {
  return error instanceof StoaError ? error.code : null
}
