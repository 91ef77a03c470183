import { type CannedReason, canEditChecks } from '@stoa/contract'
import type { Stoa } from '@stoa/store'

const NONE: readonly CannedReason[] = []

/** Reasons that moderators of a community choose from; none for others, on partners' sites, or where they can't be loaded. */
export async function loadCannedReasons(stoa: Stoa, tokenName: string): Promise<readonly CannedReason[]> {
  const { viewer = null } = stoa.state.getState()
  const isAllowed = canEditChecks(viewer, { tokenName, scope: 'community' }, stoa.clock()).allowed
  if (!isAllowed || viewer?.site !== null) return NONE
  try {
    return (await stoa.client.call('checkRulesGet', { tokenName })).rules.reasons
  } catch {
    // Without them there are the ordinary ones.
    return NONE
  }
}
