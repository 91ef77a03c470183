import { ConnectedComments, type ConnectedCommentsProps } from '@stoa/comments'
import { articleKey } from '@stoa/contract'
import { isThreadKey, threadKey } from '@stoa/store'
import { useThread, useWatch } from '@stoa/store/react'
import type { PageArticle } from './article.ts'

export interface ArticleCommentsProps {
  article: PageArticle
  /** Origin of the forum. */
  origin: string
  sort: 'top' | 'new' | 'old' | 'active' | undefined
  pageSize: number | undefined
  /** Told why a reaction was refused. Default: nobody is told. */
  onFailure?: ((error: unknown) => void) | undefined
  /** Is put around each comment. Default: nothing. */
  around?: ConnectedCommentsProps['around']
}

/** The conversation of an article in the store: the same tree on the server and in the element, so that it can take over the server's nodes. */
export function ArticleComments({ article, origin, sort, pageSize, onFailure, around }: ArticleCommentsProps) {
  const thread = useThread(article)
  useWatch({
    articles: thread && isThreadKey(thread.postId) ? [articleKey(thread.community.tokenName, thread.articleUrl)] : [],
  })
  if (!thread) return null
  return (
    <ConnectedComments
      // Another article has boxes of its own: what stands in these must not become its draft.
      key={threadKey(article)}
      postId={thread.postId}
      initialSort={sort ?? 'top'}
      pageSize={pageSize}
      origin={origin}
      onFailure={onFailure}
      around={around}
      allowAnonymous
      allowSignOut
    />
  )
}
