import { StoredReactions, type StoredReactionsProps } from '@stoa/reactions'
import type { PageArticle } from '../loader/article.ts'
import { useLiveThread } from './use-live-thread.ts'

/** Props of `ArticleReactions`. */
export interface ArticleReactionsProps extends Pick<StoredReactionsProps, 'onFailure'> {
  article: PageArticle
}

/** An article's reactions from the store. Server and element render the same tree. */
export function ArticleReactions({ article, onFailure }: ArticleReactionsProps) {
  const thread = useLiveThread(article)
  if (!thread || thread.isHidden) return null
  return <StoredReactions entityType="Post" entityId={thread.postId} onFailure={onFailure} />
}
