import type { Realtime } from '@stoa/client/realtime'
import { type CommentWithReplies, type EventOf, isHidden, PAGE_SIZE } from '@stoa/contract'
import { loadPost } from '../load.ts'
import { queryOf } from '../queries.ts'
import { NO_CACHE, type Stoa, type Thread } from '../stoa.ts'
import { isThreadKey } from '../thread-key.ts'
import { putThread } from '../threads.ts'
import { loadViewer } from '../viewer.ts'
import { addNewComment, applyEvent, commentUpdated, type NamedEvent } from './apply-event.ts'

/** Applies an event, and loads what it doesn't contain. */
export function receive(stoa: Stoa, event: NamedEvent): void {
  applyEvent(stoa, event)
  if ('articleUrl' in event) catchUpArticle(stoa, event.articleUrl)
  else if (event.name === 'post.changed') catchUpHidden(stoa, event)
}

/** Network latency: a smaller difference between the clocks counts as none. */
const CLOCK_TOLERANCE_MS = 500

/** The live connection of an application: `stoa.singleton(createLive)`. */
export async function createLive(stoa: Stoa): Promise<Realtime> {
  const { realtime: open } = stoa.options
  if (!open) throw new TypeError('There is no live connection to open.')
  const realtime = await open()
  /** On the first connection the viewer's facts have just been loaded. */
  let isReconnect = false
  /** Whether the viewer was loaded since the connection was authenticated. Permissions may have changed just before. */
  let isViewerCurrent = false
  const endings = [
    realtime.onEvent((name, event) => receive(stoa, { name, ...event } as never)),
    realtime.onGap(() => {
      catchUp(stoa, { isReconnect })
      isReconnect = true
      isViewerCurrent = true
    }),
    realtime.onTime((now) => {
      const clockOffset = now - stoa.clock()
      const hasChanged = Math.abs(clockOffset - stoa.state.getState().clockOffset) > CLOCK_TOLERANCE_MS
      if (hasChanged) stoa.state.setState({ clockOffset })
      if (isViewerCurrent) return
      isViewerCurrent = true
      if (stoa.state.getState().viewer) loadViewer(stoa, { force: true, withFacts: false }).catch(() => {})
    }),
    // The server's rooms belong to the person who opened the connection.
    stoa.session?.onChange(() => {
      isViewerCurrent = false
      realtime.reconnect()
    }) ?? (() => {}),
  ]
  stoa.onDestroy(() => {
    for (const end of endings) end()
    realtime.close()
  })
  return realtime
}

/**
 * Events may have been missed. Loads the newest comments of every open thread, without moving what is being read. After
 * a reconnect it also loads the viewer's actions on other pages.
 */
export function catchUp(stoa: Stoa, { isReconnect = false } = {}): void {
  const { lists, threads, viewer } = stoa.state.getState()
  const open = new Set<string>()
  for (const { call, params } of Object.keys(lists).map(queryOf)) {
    if (call === 'commentList' && params.type === 'post' && params.postId) open.add(params.postId)
  }
  for (const { postId } of Object.values(threads)) open.delete(postId)
  // The viewer's permissions may have changed before the connection was open.
  if (viewer) loadViewer(stoa, { force: true, withFacts: isReconnect }).catch(() => {})
  // A failure leaves the thread unchanged.
  void Promise.allSettled([
    ...Object.values(threads).map((thread) => catchUpThread(stoa, thread)),
    ...[...open].map((postId) => catchUpPost(stoa, postId)),
  ])
}

/** Reloads open threads. A failure leaves them unchanged. */
function catchUpThreads(stoa: Stoa, isMeant: (thread: Thread) => boolean): void {
  for (const thread of Object.values(stoa.state.getState().threads))
    if (isMeant(thread)) catchUpThread(stoa, thread).catch(() => {})
}

/** Loads an open thread whose article got its post with the first comment or reaction, or was hidden until now. */
export function catchUpArticle(stoa: Stoa, articleUrl: string): void {
  const isHiddenHere = ({ postId }: Thread) => isHidden(stoa.state.getState().posts[postId]?.status ?? 0)
  catchUpThreads(
    stoa,
    (thread) =>
      thread.articleUrl === articleUrl && (isThreadKey(thread.postId) || thread.isHidden || isHiddenHere(thread)),
  )
}

/** Loads an open thread that was hidden or shown again. A viewer who has hidden it on this page still sees it. */
function catchUpHidden(stoa: Stoa, { postId, post }: EventOf<'post.changed'>): void {
  const { status = 0 } = stoa.state.getState().posts[postId] ?? {}
  catchUpThreads(stoa, (thread) => thread.postId === postId && thread.isHidden !== (post === null) && !isHidden(status))
}

const NEWEST = { sort: 'new', limit: PAGE_SIZE } as const

async function catchUpThread(stoa: Stoa, { article, postId }: Thread): Promise<void> {
  const since = stoa.versions.current
  const knownUntil = lastActivity(stoa, postId)
  const payload = await stoa.client.call('articleThread', { ...article, ...NEWEST }, NO_CACHE)
  putThread(stoa, { article, payload: { ...payload, comments: { items: [], cursor: null, hasMore: false } }, since })
  mergeNewest(stoa, { newestFirst: payload.comments.items, knownUntil })
}

async function catchUpPost(stoa: Stoa, postId: string): Promise<void> {
  const knownUntil = lastActivity(stoa, postId)
  const [{ items }] = await Promise.all([
    stoa.client.call('commentList', { type: 'post', postId, ...NEWEST }, NO_CACHE),
    loadPost(stoa, { idOrSlug: postId }),
  ])
  mergeNewest(stoa, { newestFirst: items, knownUntil })
}

/** The server's time of the post's newest cached comment; 0 for a thread without a post. */
function lastActivity(stoa: Stoa, postId: string): number {
  if (isThreadKey(postId)) return 0
  return stoa.state.getState().posts[postId]?.activeAt ?? Number.POSITIVE_INFINITY
}

/** Updates cached comments and adds newer ones to the new items. Older comments that aren't cached are on pages not loaded yet. */
function mergeNewest(
  stoa: Stoa,
  { newestFirst, knownUntil }: { newestFirst: readonly CommentWithReplies[]; knownUntil: number },
): void {
  for (const { replies, ...top } of newestFirst.toReversed()) {
    for (const comment of [top, ...replies.items]) {
      if (stoa.state.getState().comments[comment.id]) commentUpdated(stoa, comment)
      else if (comment.createdAt > knownUntil) addNewComment(stoa, comment)
    }
  }
}
