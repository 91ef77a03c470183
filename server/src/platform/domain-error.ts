import { type Decision, type ErrorCode, type ErrorResponse, errors } from '@stoa/contract'

/** An error that may be shown to the caller. Recognized by its code, so that two copies of this file agree. */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly code: ErrorCode
  readonly details: ErrorResponse['details']

  /** `id`: what wasn't found, as the request named it. `message`: default is that of the code. */
  constructor(
    code: ErrorCode,
    details?: ErrorResponse['details'],
    options: ErrorOptions & { id?: string; message?: string | undefined } = {},
  ) {
    super(
      (options.message ?? errors[code].message).replace('{id}', () => options.id ?? 'unknown'),
      options,
    )
    this.code = code
    this.details = details
  }
}

export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === 'DomainError'
}

/** Throws the error of a denied permission. */
export function assertAllowed(decision: Decision): void {
  if (!decision.allowed) throw new DomainError(decision.code)
}

/** An invalid setting or file. The message names every problem and how to fix it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
