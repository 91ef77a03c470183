import { feed } from '@stoa/store'
import { useList } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { postFeedMessages } from './messages.ts'
import { RecommendedPosts, type RecommendedPostsProps } from './recommended-posts.tsx'
import { useShownPosts } from './use-shown-posts.ts'

/** Props of `ConnectedRelatedPosts`. */
export interface ConnectedRelatedPostsProps extends Pick<RecommendedPostsProps, 'postHref'> {
  /** The post being read. */
  postId: string
  /** Ids of posts shown elsewhere on the page. Default: none. */
  exceptIds?: readonly string[] | undefined
}

const NONE: readonly string[] = []

/** The newest posts of the same topic, then of the same community. Renders nothing until loaded. */
export function ConnectedRelatedPosts({ postId, exceptIds = NONE, postHref }: ConnectedRelatedPostsProps) {
  const t = useTranslate(postFeedMessages)
  const { ids } = useList(feed({ type: 'related', postId }))
  const visiblePosts = useShownPosts(ids).filter(({ id }) => !exceptIds.includes(id))
  return <RecommendedPosts posts={visiblePosts} title={t('feed.related')} postHref={postHref} />
}
