import { canViewAs, genericViewer, VIEW_AS_HEADER, VIEW_AS_ROLES, type ViewAsRole } from '@stoa/contract'
import type { Caller, CallRequest } from '../platform/calls/context.ts'
import type { ServedDomain } from './served-domains.ts'

/** The role as which the sender views the forum; null: none. Whoever sends it is refused every change. */
export function viewedRole({ headers }: Pick<CallRequest, 'headers'>): ViewAsRole | null {
  const { [VIEW_AS_HEADER]: role } = headers
  return VIEW_AS_ROLES.find((one) => one === role) ?? null
}

/**
 * The caller as rules and reads see them: for an admin who views the forum as a role, nobody in particular with that
 * role. Others gain nothing by the header, and admins of a domain nothing on another one.
 */
export function asViewed(
  caller: Caller | null,
  { role, domain }: { role: ViewAsRole | null; domain: Pick<ServedDomain, 'name' | 'config'> },
): Caller | null {
  if (role === null || caller === null) return caller
  if (role === 'visitor') return null
  const tokenName = domain.config.defaultTokenName
  return canViewAs(caller.viewer, domain.name).allowed
    ? { viewer: genericViewer(caller.viewer, { role, tokenName }), sessionId: '' }
    : caller
}
