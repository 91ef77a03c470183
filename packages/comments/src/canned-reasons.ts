import { type CannedReason, canEditChecks } from '@stoa/contract'
import type { Stoa } from '@stoa/store'

const NONE: readonly CannedReason[] = []

/** What a reason is asked for. */
export interface ReasonsAbout {
  tokenName: string
  /** The conversation's post; needed on a partner's site. Default: none. */
  postId?: string | undefined
}

/** Reasons that moderators of a community choose from; none for others, or where they can't be loaded. */
export async function loadCannedReasons(
  stoa: Stoa,
  { tokenName, postId }: ReasonsAbout,
): Promise<readonly CannedReason[]> {
  const { viewer = null } = stoa.state.getState()
  const { call } = stoa.client
  if (!viewer || !canEditChecks(viewer, { tokenName, scope: 'community' }, stoa.clock()).allowed) return NONE
  try {
    if (viewer.site === null) return (await call('checkRulesGet', { tokenName })).rules.reasons
    // On a partner's site there is only the queue of a conversation, which comes with them.
    return postId ? (await call('queueList', { tokenName, postId, limit: 1 })).reasons : NONE
  } catch {
    // Without them there are the ordinary ones.
    return NONE
  }
}
