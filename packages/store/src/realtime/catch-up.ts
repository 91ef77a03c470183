import { type CommentWithReplies, PAGE_SIZE } from '@stoa/contract'
import { queryOf } from '../list-names.ts'
import { loadPost } from '../load.ts'
import { PAST_CACHES } from '../past-caches.ts'
import type { Thread } from '../state.ts'
import type { Stoa } from '../stoa.ts'
import { isThreadKey } from '../thread-key.ts'
import { seedThread } from '../threads.ts'
import { loadViewer } from '../viewer.ts'
import { arrive, commentUpdated } from './apply-event.ts'

/**
 * Events may have been missed: asks for the newest comments of every open thread. Nothing that is being read moves.
 * After a break (`isAgain`) also for what the viewer did elsewhere meanwhile.
 */
export function catchUp(stoa: Stoa, { isAgain = false } = {}): void {
  const { lists, threads, viewer } = stoa.state.getState()
  const open = new Set<string>()
  for (const { call, params } of Object.keys(lists).map(queryOf)) {
    if (call === 'commentList' && params.type === 'post' && params.postId) open.add(params.postId)
  }
  for (const { postId } of Object.values(threads)) open.delete(postId)
  // What the viewer may do can have changed between the answer about them and the connection, too.
  if (viewer) loadViewer(stoa, { force: true, withFacts: isAgain }).catch(() => {})
  // Nothing depends on it: what could not be fetched is as old as before.
  void Promise.allSettled([
    ...Object.values(threads).map((thread) => catchUpThread(stoa, thread)),
    ...[...open].map((postId) => catchUpPost(stoa, postId)),
  ])
}

/** Somebody has said the first thing about an article; where its thread is open, that is fetched. */
export function catchUpArticle(stoa: Stoa, articleUrl: string): void {
  for (const thread of Object.values(stoa.state.getState().threads)) {
    const isWaiting = thread.articleUrl === articleUrl && isThreadKey(thread.postId)
    // Nothing depends on it: without an answer the thread is as empty as before.
    if (isWaiting) catchUpThread(stoa, thread).catch(() => {})
  }
}

const NEWEST = { sort: 'new', limit: PAGE_SIZE } as const

async function catchUpThread(stoa: Stoa, { article, postId }: Thread): Promise<void> {
  const since = stoa.changes.turn
  const knownUntil = lastActivity(stoa, postId)
  const payload = await stoa.client.call('articleThread', { ...article, ...NEWEST }, PAST_CACHES)
  seedThread(stoa, { article, payload: { ...payload, comments: { items: [], cursor: null, hasMore: false } }, since })
  compare(stoa, { newestFirst: payload.comments.items, knownUntil })
}

async function catchUpPost(stoa: Stoa, postId: string): Promise<void> {
  const knownUntil = lastActivity(stoa, postId)
  const [{ items }] = await Promise.all([
    stoa.client.call('commentList', { type: 'post', postId, ...NEWEST }, PAST_CACHES),
    loadPost(stoa, { idOrSlug: postId }),
  ])
  compare(stoa, { newestFirst: items, knownUntil })
}

/** When the post had its last comment as far as is known here; 0 for a thread that had none. By the server's clock. */
function lastActivity(stoa: Stoa, postId: string): number {
  if (isThreadKey(postId)) return 0
  return stoa.state.getState().posts[postId]?.activeAt ?? Number.POSITIVE_INFINITY
}

/** Updates what is known, and puts what has come since behind the button. Older unknown comments are on pages not loaded. */
function compare(
  stoa: Stoa,
  { newestFirst, knownUntil }: { newestFirst: readonly CommentWithReplies[]; knownUntil: number },
): void {
  for (const { replies, ...top } of newestFirst.toReversed()) {
    for (const comment of [top, ...replies.items]) {
      if (stoa.state.getState().comments[comment.id]) commentUpdated(stoa, comment)
      else if (comment.createdAt > knownUntil) arrive(stoa, comment)
    }
  }
}
