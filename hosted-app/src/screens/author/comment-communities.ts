import { type ListQuery, listOf, loadCommunity, type Stoa } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useEffect } from 'react'

/** Loads the unknown communities of a list's comments, for their titles and managers. */
export async function loadCommunitiesOf(stoa: Stoa, comments: ListQuery): Promise<void> {
  const { comments: commentsById, communities } = stoa.state.getState()
  const tokenNames = new Set(listOf(stoa, comments).ids.flatMap((id) => commentsById[id]?.tokenName ?? []))
  const namesToLoad = [...tokenNames].filter((tokenName) => !communities[tokenName])
  // A community that fails to load is shown by its token name.
  await Promise.allSettled(namesToLoad.map((tokenName) => loadCommunity(stoa, tokenName)))
}

/** The same as a hook, while the list grows. */
export function useCommunitiesOf(comments: ListQuery, ids: readonly string[]): void {
  const stoa = useStoa()
  const count = ids.length
  useEffect(() => {
    if (count > 0) void loadCommunitiesOf(stoa, comments)
  }, [stoa, comments, count])
}
