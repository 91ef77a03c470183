import type { Transport } from '@stoa/client'
import { VIEW_AS_HEADER, VIEW_AS_ROLES, type ViewAsRole } from '@stoa/contract'

const KEY = 'stoa-view-as'

/** The role as which an admin views the forum in this tab; null: as themselves. */
export function viewedRole(): ViewAsRole | null {
  try {
    const stored = sessionStorage.getItem(KEY)
    return VIEW_AS_ROLES.find((role) => role === stored) ?? null
  } catch {
    return null
  }
}

/** Begins or ends viewing in this tab, with a new page, so that nothing seen before is left. */
export function viewAs(role: ViewAsRole | null): void {
  if (role === null) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, role)
  window.location.assign('/')
}

/** Tells the server with each request. */
export function asRole(transport: Transport, role: ViewAsRole | null): Transport {
  if (role === null) return transport
  return (url, request) => transport(url, { ...request, headers: { ...request.headers, [VIEW_AS_HEADER]: role } })
}
