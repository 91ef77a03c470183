import type { PostSummary } from '@stoa/contract'
import { useStoaState } from '@stoa/store/react'
import { useMemo } from 'react'

/** The loaded posts of a list, without posts and comment previews that the viewer has hidden or muted. */
export function useShownPosts(ids: readonly string[]): PostSummary[] {
  const posts = useStoaState((state) => state.posts)
  const hides = useStoaState((state) => state.hides)
  const muted = useStoaState((state) => state.muted)
  return useMemo(() => {
    const isShown = ({ id }: { id: string }) => !(id in hides)
    return ids
      .flatMap((id) => posts[id] ?? [])
      .filter(isShown)
      .map((post) => {
        const previewComments = post.previewComments?.filter((one) => isShown(one) && !(one.id in muted))
        // The same post while nothing is left out.
        return previewComments?.length === post.previewComments?.length ? post : { ...post, previewComments }
      })
  }, [ids, posts, hides, muted])
}
