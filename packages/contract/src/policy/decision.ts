import type { ErrorCode } from '../errors.ts'

/** What a permission rule answers: yes, or the code of the error that says why not. */
export type Decision = { allowed: true } | { allowed: false; code: ErrorCode }

export const allow: Decision = { allowed: true }

export function deny(code: ErrorCode): Decision {
  return { allowed: false, code }
}
