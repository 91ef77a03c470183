import { articleKey, isHidden } from '@stoa/contract'
import { isThreadKey, type Thread } from '@stoa/store'
import { usePost, useThread, useWatch } from '@stoa/store/react'
import type { PageArticle } from '../loader/article.ts'

/** An article's thread from the store, with live updates while the component is mounted. */
export function useLiveThread(article: PageArticle): Thread | undefined {
  const thread = useThread(article)
  const isOpen = thread !== undefined && !isThreadKey(thread.postId)
  useWatch({
    postIds: isOpen ? [thread.postId] : [],
    articles: thread && !isOpen ? [articleKey(thread.community.tokenName, thread.articleUrl)] : [],
  })
  const post = usePost(thread?.postId ?? '')
  // The viewer may have just hidden the post.
  return thread && post && isHidden(post.status) ? { ...thread, isHidden: true } : thread
}
