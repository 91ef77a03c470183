import { feed } from '@stoa/store'
import { useList, useStoaState } from '@stoa/store/react'
import { useMemo } from 'react'
import { RecommendedPosts, type RecommendedPostsProps } from './recommended-posts.tsx'

/** Props of `ConnectedRecommendedPosts`. */
export interface ConnectedRecommendedPostsProps extends Pick<RecommendedPostsProps, 'postHref'> {
  /** The community whose most discussed posts of the week are shown. */
  tokenName: string
  /** The post that is being read: not recommended again. Default: none. */
  exceptPostId?: string | undefined
}

/** What the store recommends to read next; nothing as long as that is not known. */
export function ConnectedRecommendedPosts({ tokenName, exceptPostId, postHref }: ConnectedRecommendedPostsProps) {
  const { ids } = useList(feed({ type: 'recommended', tokenName }))
  const posts = useStoaState((state) => state.posts)
  const shown = useMemo(
    () => ids.flatMap((id) => (id === exceptPostId ? [] : (posts[id] ?? []))),
    [ids, posts, exceptPostId],
  )
  return <RecommendedPosts posts={shown} postHref={postHref} />
}
