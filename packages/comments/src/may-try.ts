import type { Decision } from '@stoa/contract'

/** Whether writing is possible: allowed, or only signing in or joining is missing. */
export function mayTry(
  permission: Decision,
): permission is { allowed: true } | { allowed: false; code: 'AUTH_REQUIRED' | 'JOIN_REQUIRED' } {
  return permission.allowed || permission.code === 'AUTH_REQUIRED' || permission.code === 'JOIN_REQUIRED'
}
