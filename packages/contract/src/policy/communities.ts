import { allow, type Decision, deny } from './decision.ts'
import { hasPermission, isBanned, type Viewer } from './viewer.ts'

/** Commenting, reacting and voting are for members who are not banned; owners and network admins need not join. */
export function canTakePart(viewer: Viewer, tokenName: string, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (isBanned(viewer, tokenName, now)) return deny('BANNED')
  if (viewer.networkAdmin || viewer.tokenOwner.includes(tokenName)) return allow
  return viewer.joinedCommunities.includes(tokenName) ? allow : deny('JOIN_REQUIRED')
}

/** Everybody who is not banned may join; leaving is always possible. */
export function canJoin(viewer: Viewer, tokenName: string, change: { join: boolean; now: number }): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return change.join && isBanned(viewer, tokenName, change.now) ? deny('BANNED') : allow
}

/** Topics are for holders of editBBS. */
export function canEditFlairs(viewer: Viewer, tokenName: string, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (isBanned(viewer, tokenName, now)) return deny('BANNED')
  return hasPermission(viewer, tokenName, 'editBBS') ? allow : deny('FORBIDDEN')
}
