import { type CannedReason, canEditChecks } from '@stoa/contract'
import type { Stoa } from '@stoa/store'

const NONE: readonly CannedReason[] = []

/** The community and place for which reasons are loaded. */
export interface ReasonsAbout {
  tokenName: string
  /** The conversation's post, required on a partner's site. Default: none. */
  postId?: string | undefined
}

/** Reasons that moderators of a community choose from. Empty for others, or where they can't be loaded. */
export async function loadCannedReasons(
  stoa: Stoa,
  { tokenName, postId }: ReasonsAbout,
): Promise<readonly CannedReason[]> {
  const { viewer = null } = stoa.state.getState()
  const { call } = stoa.client
  if (!viewer || !canEditChecks(viewer, { tokenName, scope: 'community' }, stoa.clock()).allowed) return NONE
  try {
    if (viewer.site === null) return (await call('checkRulesGet', { tokenName })).rules.reasons
    // On a partner's site, only the queue of a conversation is available. It includes the reasons.
    return postId ? (await call('queueList', { tokenName, postId, limit: 1 })).reasons : NONE
  } catch {
    // The default reasons are still available.
    return NONE
  }
}
