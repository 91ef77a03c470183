import { type ListQuery, listOf, loadCommunity, type Stoa } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useEffect } from 'react'

/** Loads the communities that comments of a list stand in and that are not known: they have a title and those who decide there. */
export async function loadCommunitiesOf(stoa: Stoa, comments: ListQuery): Promise<void> {
  const { comments: known, communities } = stoa.state.getState()
  const named = new Set(listOf(stoa, comments).ids.flatMap((id) => known[id]?.tokenName ?? []))
  const missing = [...named].filter((tokenName) => !communities[tokenName])
  // One that can't be loaded is called by its token name.
  await Promise.allSettled(missing.map((tokenName) => loadCommunity(stoa, tokenName)))
}

/** The same as the list grows. */
export function useCommunitiesOf(comments: ListQuery, ids: readonly string[]): void {
  const stoa = useStoa()
  const count = ids.length
  useEffect(() => {
    if (count > 0) void loadCommunitiesOf(stoa, comments)
  }, [stoa, comments, count])
}
