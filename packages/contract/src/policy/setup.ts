import { allow, type Decision, deny } from './decision.ts'
import type { Viewer } from './viewer.ts'

/** A forum with a guide. */
export interface GuidedForum {
  /** Token name of the domain's default community. */
  tokenName: string
  /** Visitors see it. */
  isOpen: boolean
}

/**
 * The guide of a new forum is for network admins. Until the forum is open, also for the owner of its default community:
 * a new owner may have no admin rights without a second factor, which only an open forum lets them set up.
 */
export function canSetUp(viewer: Viewer, { tokenName, isOpen }: GuidedForum): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return viewer.networkAdmin || (!isOpen && viewer.tokenOwner.includes(tokenName)) ? allow : deny('FORBIDDEN')
}
