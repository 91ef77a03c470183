import { type CallInput, type Community, CommunityStatus } from '@stoa/contract'
import { errorDetails, putEntities } from '@stoa/store'
import { useStoa } from '@stoa/store/react'

type Change = Omit<CallInput<'communityEdit'>, 'tokenName' | 'revision'>

/**
 * Saves settings over the visible version. If somebody else has changed other settings meanwhile, both changes are kept.
 * If they have changed the same ones, shows the current community and rejects with the conflict. A change given as a
 * function is computed again from the current community, and conflicts if it returns null. Resolves with the saved
 * community.
 */
export function useSaveCommunity(): (
  base: Community,
  change: Change | ((community: Community) => Change | null),
) => Promise<Community> {
  const stoa = useStoa()
  return async function save(base, change) {
    const { tokenName, revision } = base
    const fields = typeof change === 'function' ? change(base) : change
    const show = (community: Community) => putEntities(stoa, { communities: { [tokenName]: community } })
    try {
      const { community } = await stoa.client.call('communityEdit', { tokenName, revision, ...fields })
      show(community)
      return community
    } catch (error) {
      const current = conflictOf(error)
      if (!current) throw error
      show(current)
      const isLost = typeof change === 'function' ? change(current) === null : isOvertaken(base, current, change)
      if (isLost) throw error
      return save(current, change)
    }
  }
}

/** The current community, if somebody else saved first. */
export function conflictOf(error: unknown): Community | null {
  const { code } = errorDetails(error)
  const { details } = error as { details?: { community?: Community } }
  return code === 'EDIT_CONFLICT' ? (details?.community ?? null) : null
}

function isOvertaken(base: Community, current: Community, change: Change): boolean {
  return Object.entries(change).some(([field, value]) => {
    const [before, now] = [base, current].map((community) => JSON.stringify(valueOf(community, field)))
    return before !== now && now !== JSON.stringify(value)
  })
}

function valueOf(community: Community, field: string): unknown {
  if (field === 'archived') return community.publishStatus === CommunityStatus.archived
  // A banner or color that is left out is the same as an empty one.
  return community[field as keyof Community] ?? ''
}
