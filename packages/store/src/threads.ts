import type { CallOutput, CommentSort } from '@stoa/contract'
import { postComments } from './list-query.ts'
import { setList } from './list-state.ts'
import { putComments } from './put-comments.ts'
import type { Article, Thread } from './state.ts'
import type { Stoa } from './stoa.ts'
import { putRows } from './tables.ts'
import { isThreadKey, threadKey } from './thread-key.ts'

/** Puts an `articleThread` payload in, however it came: by a call, or in the page that the server rendered. */
export function seedThread(
  stoa: Stoa,
  seed: { article: Article; payload: CallOutput<'articleThread'>; sort?: CommentSort; since?: number },
): Thread {
  const { article, payload, sort = 'top', since = stoa.changes.turn } = seed
  const { post, comments } = payload
  const key = threadKey(article)
  const known = stoa.state.getState().threads[key]
  if (post) putRows(stoa, { posts: { [post.id]: post } }, since)
  const postId = post?.id ?? known?.postId ?? key
  const { articleUrl, community } = payload
  const thread: Thread = { key, article, articleUrl, community, postId }
  if (known) movePost(stoa, { key, postId })
  stoa.state.setState(({ threads }) => ({ threads: { ...threads, [key]: thread } }))
  const ids = putComments(stoa, comments.items, { since, replace: false })
  const { cursor, hasMore } = comments
  setList(stoa, postComments(postId, { sort }), (list) =>
    list.status === 'success' && list.ids.length > 0
      ? {}
      : { ids, local: [], cursor, hasMore, status: 'success', error: null },
  )
  // The payload is the same for everybody, so that caches can hold it.
  if (stoa.state.getState().viewer) {
    const shown = comments.items.flatMap(({ id, replies }) => [id, ...replies.items.map((reply) => reply.id)])
    void import('./load-facts.ts').then(
      ({ loadFacts }) => loadFacts(stoa, [postId, ...shown]),
      // As when they can't be asked for: things stay as they are.
      () => {},
    )
  }
  return thread
}

/** The thread has got its post: its lists, which were kept under the thread's key, go on under the post's id. */
export function movePost(stoa: Stoa, { key, postId }: { key: string; postId: string }): void {
  stoa.state.setState(({ lists, threads }) => {
    const thread = threads[key]
    if (!thread || thread.postId === postId || isThreadKey(postId)) return {}
    const mark = JSON.stringify(key)
    const moved = Object.entries(lists).filter(([name]) => name.includes(mark))
    const renamed = moved.map(([name, list]) => [name.replace(mark, () => JSON.stringify(postId)), list] as const)
    return {
      lists: { ...lists, ...Object.fromEntries(renamed) },
      threads: { ...threads, [key]: { ...thread, postId } },
    }
  })
}
