import type { ErrorAnswer, ErrorCode } from '@stoa/contract'

/** The server's codes, and what can go wrong on the way: no answer came through, a part of the program did not come, the caller gave up, a sign-in window did not open or was closed. */
export type StoaErrorCode = ErrorCode | 'NETWORK' | 'CODE_NOT_LOADED' | 'ABORTED' | 'POPUP_BLOCKED' | 'POPUP_CLOSED'

/** Why a call failed. Tell errors apart by `code`; `message` is for people. */
export class StoaError extends Error {
  override readonly name = 'StoaError'
  readonly code: StoaErrorCode
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Issues by field of a validation failure, or how long to wait. */
  readonly details: ErrorAnswer['details']
  /** Under which the server logged the request; empty when no answer came. */
  readonly requestId: string

  constructor(
    code: StoaErrorCode,
    about: { message: string; status?: number; details?: ErrorAnswer['details']; requestId?: string; cause?: unknown },
  ) {
    super(about.message, { cause: about.cause })
    this.code = code
    this.status = about.status ?? 0
    this.details = about.details
    this.requestId = about.requestId ?? ''
  }
}

/** The error's code, or null for something that no call threw. */
export function errorCode(error: unknown): StoaErrorCode | null {
  return error instanceof StoaError ? error.code : null
}
