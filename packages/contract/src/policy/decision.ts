import type { ErrorCode } from '../errors.ts'

/** Decision of a permission rule: allowed, or the error code. */
export type Decision = { allowed: true } | { allowed: false; code: ErrorCode }

export const allow: Decision = { allowed: true }

export function deny(code: ErrorCode): Decision {
  return { allowed: false, code }
}
