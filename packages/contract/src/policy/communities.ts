import { allow, type Decision, deny } from './decision.ts'
import { hasPermission, isBanned, type Viewer } from './viewer.ts'

/** Commenting, reacting and voting are for members who are not banned; owners and network admins need not join. */
export function canTakePart(viewer: Viewer, tokenName: string, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (isBanned(viewer, tokenName, now)) return deny('BANNED')
  if (viewer.networkAdmin || viewer.tokenOwner.includes(tokenName)) return allow
  return viewer.joinedCommunities.includes(tokenName) ? allow : deny('JOIN_REQUIRED')
}

/** Who may found communities on a domain; `admins`: of the network and of the whole domain. */
export const COMMUNITY_FOUNDERS = ['nobody', 'admins', 'members'] as const
export type CommunityFounders = (typeof COMMUNITY_FOUNDERS)[number]

/** Founding communities is for those whom the domain names. */
export function canCreateCommunity(viewer: Viewer, founders: CommunityFounders): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const isAdmin = viewer.networkAdmin || (viewer.domainAdmin && viewer.domainCommunity === null)
  return founders === 'members' || (founders === 'admins' && isAdmin) ? allow : deny('FORBIDDEN')
}

/** Everybody who is not banned may join what isn't archived; leaving is always possible. */
export function canJoin(
  viewer: Viewer,
  { tokenName, archived }: { tokenName: string; archived: boolean },
  change: { join: boolean; now: number },
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (change.join && archived) return deny('COMMUNITY_ARCHIVED')
  return change.join && isBanned(viewer, tokenName, change.now) ? deny('BANNED') : allow
}

/** Its settings are for holders of editBBS. */
export function canEditCommunity(viewer: Viewer, tokenName: string, now: number): Decision {
  return canEditFlairs(viewer, tokenName, now)
}

/** A community is its owner's to give away, and nobody else's. */
export function canTransferOwnership(viewer: Viewer, tokenName: string, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (isBanned(viewer, tokenName, now)) return deny('BANNED')
  return viewer.tokenOwner.includes(tokenName) ? allow : deny('FORBIDDEN')
}

/** Topics are for holders of editBBS. */
export function canEditFlairs(viewer: Viewer, tokenName: string, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (isBanned(viewer, tokenName, now)) return deny('BANNED')
  return hasPermission(viewer, tokenName, 'editBBS') ? allow : deny('FORBIDDEN')
}
