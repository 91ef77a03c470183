import { articleKey, isHidden } from '@stoa/contract'
import { isThreadKey, type Thread } from '@stoa/store'
import { usePost, useThread, useWatch } from '@stoa/store/react'
import type { PageArticle } from '../loader/article.ts'

/** An article's thread from the store, with live updates while the component is mounted. */
export function useLiveThread(article: PageArticle): Thread | undefined {
  const thread = useThread(article)
  const post = usePost(thread?.postId ?? '')
  const isOpen = thread !== undefined && !isThreadKey(thread.postId)
  // The viewer may have just hidden the post.
  const hidden = thread !== undefined && (thread.isHidden || (post !== undefined && isHidden(post.status)))
  useWatch({
    postIds: isOpen ? [thread.postId] : [],
    // A hidden post can't be watched.
    articles: thread && (!isOpen || hidden) ? [articleKey(thread.community.tokenName, thread.articleUrl)] : [],
  })
  return hidden && !thread.isHidden ? { ...thread, isHidden: true } : thread
}
