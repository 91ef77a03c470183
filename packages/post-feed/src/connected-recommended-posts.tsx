import { feed } from '@stoa/store'
import { useList, useStoa } from '@stoa/store/react'
import { RecommendedPosts, type RecommendedPostsProps } from './recommended-posts.tsx'
import { useShownPosts } from './use-shown-posts.ts'

/** Props of `ConnectedRecommendedPosts`. */
export interface ConnectedRecommendedPostsProps extends Pick<RecommendedPostsProps, 'postHref'> {
  /** The community whose most discussed posts of the week are shown. */
  tokenName: string
  /** The post being read, which is not recommended. Default: none. */
  exceptPostId?: string | undefined
  /** Ids of posts shown elsewhere on the page. Default: none. */
  exceptIds?: readonly string[] | undefined
}

const NONE: readonly string[] = []

/** Posts that the store recommends to read next. Renders nothing until loaded. */
export function ConnectedRecommendedPosts({
  tokenName,
  exceptPostId,
  exceptIds = NONE,
  postHref,
}: ConnectedRecommendedPostsProps) {
  const { options } = useStoa()
  const { ids } = useList(feed({ type: 'recommended', tokenName }))
  const visiblePosts = useShownPosts(ids).filter(({ id }) => id !== exceptPostId && !exceptIds.includes(id))
  return <RecommendedPosts posts={visiblePosts} postHref={postHref ?? options.links?.postHref} />
}
