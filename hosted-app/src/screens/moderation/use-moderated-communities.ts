import { canListPendingPosts, PAGE_SIZE_MAX } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { useEffect, useState } from 'react'

/** A community that the viewer moderates. */
export interface ModeratedCommunity {
  tokenName: string
  title: string
}

/**
 * The communities that the viewer moderates, by title. Admins moderate all and are offered the largest. Empty until
 * loaded.
 */
export function useModerated(): readonly ModeratedCommunity[] {
  const viewer = useViewer() ?? null
  const { call } = useStoa().client
  const [listed, setListed] = useState<readonly ModeratedCommunity[] | null>(null)
  const isAdmin = viewer !== null && (viewer.networkAdmin || viewer.domainAdmin)
  const ownNames = [...new Set([...(viewer?.tokenOwner ?? []), ...Object.keys(viewer?.tokenPermissions ?? {})])]
  const names = ownNames.filter((name) => canListPendingPosts(viewer, name).allowed).toSorted()
  const isAsked = isAdmin || names.length > 0
  const tokenNames = names.slice(0, PAGE_SIZE_MAX).join()
  useEffect(() => {
    if (!isAsked) return
    const calls = [
      ...(tokenNames ? [call('communityList', { tokenNames, limit: PAGE_SIZE_MAX })] : []),
      ...(isAdmin ? [call('communityList', { limit: PAGE_SIZE_MAX })] : []),
    ]
    Promise.all(calls).then(
      (pages) => setListed(pages.flatMap(({ items }) => items)),
      // If this fails, communities are shown by token name.
      () => setListed([]),
    )
  }, [call, isAsked, isAdmin, tokenNames])
  if (listed === null) return []
  const titles = new Map(listed.map((one) => [one.tokenName, one.title]))
  return [...new Set([...names, ...titles.keys()])]
    .filter((name) => canListPendingPosts(viewer, name).allowed)
    .map((name) => ({ tokenName: name, title: titles.get(name) ?? name }))
    .toSorted((a, b) => a.title.localeCompare(b.title))
}
