import { allow, type Decision, deny } from './decision.ts'
import { hasPermission, isBanned, type Viewer } from './viewer.ts'

/** Commenting, reacting and voting are for members who aren't banned. Owners and network admins needn't join. */
export function canTakePart(viewer: Viewer, tokenName: string, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (isBanned(viewer, tokenName, now)) return deny('BANNED')
  if (viewer.networkAdmin || viewer.tokenOwner.includes(tokenName)) return allow
  return viewer.joinedCommunities.includes(tokenName) ? allow : deny('JOIN_REQUIRED')
}

/** Who may create communities on a domain. `admins` are those of the network and of the whole domain. */
export const COMMUNITY_FOUNDERS = ['nobody', 'admins', 'members'] as const
export type CommunityFounders = (typeof COMMUNITY_FOUNDERS)[number]

/** Creating communities is for those whom the domain allows. */
export function canCreateCommunity(viewer: Viewer, founders: CommunityFounders): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const isAdmin = viewer.networkAdmin || (viewer.domainAdmin && viewer.domainCommunity === null)
  return founders === 'members' || (founders === 'admins' && isAdmin) ? allow : deny('FORBIDDEN')
}

/** Anyone who isn't banned can join a community that isn't archived; leaving is always possible. */
export function canJoin(
  viewer: Viewer,
  { tokenName, archived }: { tokenName: string; archived: boolean },
  change: { join: boolean; now: number },
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (change.join && archived) return deny('COMMUNITY_ARCHIVED')
  return change.join && isBanned(viewer, tokenName, change.now) ? deny('BANNED') : allow
}

/** Settings are for holders of editBBS. */
export function canEditCommunity(viewer: Viewer, tokenName: string, now: number): Decision {
  return canEditTopics(viewer, tokenName, now)
}

/** Only the owner can transfer a community. */
export function canTransferOwnership(viewer: Viewer, tokenName: string, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (isBanned(viewer, tokenName, now)) return deny('BANNED')
  return viewer.tokenOwner.includes(tokenName) ? allow : deny('FORBIDDEN')
}

/** Topics are for holders of editBBS. */
export function canEditTopics(viewer: Viewer, tokenName: string, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (isBanned(viewer, tokenName, now)) return deny('BANNED')
  return hasPermission(viewer, tokenName, 'editBBS') ? allow : deny('FORBIDDEN')
}
