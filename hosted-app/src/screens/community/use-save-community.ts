import type { CallInput, Community } from '@stoa/contract'
import { errorDetails, putEntities } from '@stoa/store'
import { useStoa } from '@stoa/store/react'

type Change = Omit<CallInput<'communityEdit'>, 'tokenName' | 'revision'>

/**
 * Saves settings over the version shown. Others' changes of other settings stay; if they changed the same ones, the
 * current ones are shown with an error.
 */
export function useSaveCommunity(): (shown: Community, change: Change) => Promise<void> {
  const stoa = useStoa()
  return async function save(shown, change) {
    const { tokenName, revision } = shown
    const show = (community: Community) => putEntities(stoa, { communities: { [tokenName]: community } })
    try {
      show((await stoa.client.call('communityEdit', { tokenName, revision, ...change })).community)
    } catch (error) {
      const current = conflictOf(error)
      if (!current) throw error
      show(current)
      if (isOvertaken(shown, current, change)) throw error
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
  const names = Object.keys(change).map((name) => (name === 'archived' ? 'publishStatus' : name) as keyof Community)
  return names.some((name) => JSON.stringify(shown[name]) !== JSON.stringify(current[name]))
}
