import type { FieldIssue } from '@stoa/contract'

/** What a failed call tells. */
export interface Failure {
  /** Stable code of the error, empty where no call failed. */
  code: string
  /** For people. */
  message: string
  /** Issues by field of a validation failure. */
  issues: readonly FieldIssue[]
  /** How long to wait before the next try, in ms. */
  retryAfterMs: number
  /** Whether nobody is let in this way, because many wrong passwords or codes are tried. */
  isStorm: boolean
}

/** Reads an error by its shape, since the page may hold more than one copy of the client. */
export function failureOf(error: unknown): Failure {
  const { code, message, details } = (error ?? {}) as { code?: unknown; message?: unknown; details?: unknown }
  const { retryAfterMs, reason } = (details ?? {}) as { retryAfterMs?: unknown; reason?: unknown }
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : String(error),
    issues: Array.isArray(details) ? details : [],
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : 0,
    isStorm: reason === 'storm',
  }
}
