import { feed } from '@stoa/store'
import { useList, useStoa, useStoaState } from '@stoa/store/react'
import { useMemo } from 'react'
import { RecommendedPosts, type RecommendedPostsProps } from './recommended-posts.tsx'

/** Props of `ConnectedRecommendedPosts`. */
export interface ConnectedRecommendedPostsProps extends Pick<RecommendedPostsProps, 'postHref'> {
  /** The community whose most discussed posts of the week are shown. */
  tokenName: string
  /** The post that is being read: not recommended again. Default: none. */
  exceptPostId?: string | undefined
  /** Ids of posts that stand elsewhere on the page. Default: none. */
  exceptIds?: readonly string[] | undefined
}

const NONE: readonly string[] = []

/** What the store recommends to read next; nothing as long as that is not known. */
export function ConnectedRecommendedPosts({
  tokenName,
  exceptPostId,
  exceptIds = NONE,
  postHref,
}: ConnectedRecommendedPostsProps) {
  const { options } = useStoa()
  const { ids } = useList(feed({ type: 'recommended', tokenName }))
  const posts = useStoaState((state) => state.posts)
  const hides = useStoaState((state) => state.hides)
  const shown = useMemo(
    () => ids.flatMap((id) => (id === exceptPostId || exceptIds.includes(id) || id in hides ? [] : (posts[id] ?? []))),
    [ids, posts, exceptPostId, exceptIds, hides],
  )
  return <RecommendedPosts posts={shown} postHref={postHref ?? options.links?.postHref} />
}
