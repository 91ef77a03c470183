import { type CallInput, type Community, CommunityStatus } from '@stoa/contract'
import { errorDetails, putEntities } from '@stoa/store'
import { useStoa } from '@stoa/store/react'

type Change = Omit<CallInput<'communityEdit'>, 'tokenName' | 'revision'>

/**
 * Saves settings over the version shown. If somebody else has changed other settings meanwhile, both changes are kept.
 * If they have changed the same ones, shows the current community and rejects with the conflict. A change given as a
 * function is computed again from the current community and never conflicts.
 */
export function useSaveCommunity(): (
  shown: Community,
  change: Change | ((community: Community) => Change),
) => Promise<void> {
  const stoa = useStoa()
  return async function save(shown, change) {
    const { tokenName, revision } = shown
    const made = typeof change === 'function' ? change(shown) : change
    const show = (community: Community) => putEntities(stoa, { communities: { [tokenName]: community } })
    try {
      show((await stoa.client.call('communityEdit', { tokenName, revision, ...made })).community)
    } catch (error) {
      const current = conflictOf(error)
      if (!current) throw error
      show(current)
      if (typeof change !== 'function' && isOvertaken(shown, current, change)) throw error
      await save(current, change)
    }
  }
}

/** The current community, if somebody else saved first. */
export function conflictOf(error: unknown): Community | null {
  const { code } = errorDetails(error)
  const { details } = error as { details?: { community?: Community } }
  return code === 'EDIT_CONFLICT' ? (details?.community ?? null) : null
}

function isOvertaken(shown: Community, current: Community, change: Change): boolean {
  return Object.entries(change).some(([field, wanted]) => {
    const [before, now] = [shown, current].map((community) => JSON.stringify(valueOf(community, field)))
    return before !== now && now !== JSON.stringify(wanted)
  })
}

function valueOf(community: Community, field: string): unknown {
  if (field === 'archived') return community.publishStatus === CommunityStatus.archived
  return community[field as keyof Community]
}
