import { authorPath } from '@stoa/contract'
import { StoredPoll, type StoredPollProps } from '@stoa/poll'
import { usePost } from '@stoa/store/react'
import type { PageArticle } from '../loader/article.ts'
import { useLiveThread } from './use-live-thread.ts'

/** Props of `ArticlePoll`. */
export interface ArticlePollProps extends Pick<StoredPollProps, 'onFailure'> {
  article: PageArticle
  /** Origin of the forum. */
  origin: string
}

/** An article's poll from the store, if it has one. Server and element render the same tree. */
export function ArticlePoll({ article, origin, onFailure }: ArticlePollProps) {
  const thread = useLiveThread(article)
  const post = usePost(thread?.postId ?? '')
  if (thread?.isHidden || !post?.pollOptions) return null
  return <StoredPoll postId={post.id} authorHref={(slug) => origin + authorPath(slug)} onFailure={onFailure} />
}
