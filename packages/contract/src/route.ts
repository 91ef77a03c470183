import type { FloodClass } from './limits.ts'

/**
 * Who may call: everyone; everyone, with the viewer's facts if signed in; users only; users, and visitors who passed
 * the app check.
 */
export type CallAccess = 'public' | 'optional' | 'user' | 'app-check'

/** What a browser needs to make a call. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path below `/api`; `{name}` is a path parameter and a field of the input. */
  path: string
  access: CallAccess
  /** A POST that only reads, because of its long input, and its rate limit. Default: it writes. */
  rate?: 'read' | 'listTest'
}

/** Whether a call changes something and so accepts an `Idempotency-Key`. A read may be a POST because of its long input. */
export function isWrite({ method, rate }: { method: Route['method']; rate?: FloodClass }): boolean {
  return method === 'POST' && rate !== 'read' && rate !== 'listTest'
}
