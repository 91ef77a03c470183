import type { MountOptions } from '../loader/define-element.ts'
import type { PageConnection } from '../session/page-connection.ts'
import { fetchCount } from './fetch-counts.ts'

/** A count on the page. */
export interface Count {
  options: MountOptions
  /** The article's post, once known. */
  postId: string | null
  show(count: number): void
}

/** How often counts are fetched on a page without a live connection. */
const EVERY_MS = 60_000

const counts = new Set<Count>()
/** By forum: the function that stops watching the counts' posts. */
const watched = new Map<string, () => void>()
let timer: ReturnType<typeof setInterval> | undefined
let askedAt = 0

/**
 * Keeps a count up to date. Uses the connection of an element with a thread, if the page has one. Otherwise all counts
 * are fetched together every minute while the page is visible.
 */
export function watchCount(count: Count): () => void {
  if (counts.size === 0) begin()
  counts.add(count)
  return () => {
    if (!counts.delete(count)) return
    if (counts.size === 0) end()
    else void watchPosts(count.options.forumUrl)
  }
}

/** Call when a count's post has changed. */
export function countChanged({ options }: Count): void {
  if (isLive(options.forumUrl)) void watchPosts(options.forumUrl)
}

function begin(): void {
  askedAt = Date.now()
  timer = setInterval(tick, EVERY_MS)
  document.addEventListener('visibilitychange', onVisible)
  document.addEventListener('stoa-ready', onReady)
  document.addEventListener('stoa-comment', refetch)
}

function end(): void {
  clearInterval(timer)
  document.removeEventListener('visibilitychange', onVisible)
  document.removeEventListener('stoa-ready', onReady)
  document.removeEventListener('stoa-comment', refetch)
  for (const stop of watched.values()) stop()
  watched.clear()
}

function tick(): void {
  // An element that has left the page no longer holds its connection.
  for (const [forumUrl, stop] of watched) {
    if (isLive(forumUrl)) continue
    watched.delete(forumUrl)
    stop()
  }
  if (!document.hidden) refetch()
}

function onVisible(): void {
  if (!document.hidden && Date.now() - askedAt >= EVERY_MS) refetch()
}

function onReady(): void {
  for (const forumUrl of new Set([...counts].map(({ options }) => options.forumUrl))) {
    if (isLive(forumUrl)) void watchPosts(forumUrl)
  }
}

/** Fetches the counts that no connection updates. */
function refetch(): void {
  askedAt = Date.now()
  for (const count of counts) {
    if (count.postId !== null && watched.has(count.options.forumUrl)) continue
    fetchCount(count.options).then(
      (result) => {
        if (counts.has(count)) take(count, result)
      },
      () => {
        // The last known number stays.
      },
    )
  }
}

function take(count: Count, result: { count: number; postId: string | null }): void {
  count.show(result.count)
  if (result.postId === count.postId) return
  count.postId = result.postId
  countChanged(count)
}

/** Whether an element of the page has, or will have, a connection to the forum. */
function isLive(forumUrl: string): boolean {
  const elements = document.querySelectorAll<HTMLElement & Partial<MountOptions>>(
    'stoa-comments, stoa-reactions, stoa-poll',
  )
  return [...elements].some((element) => element.shadowRoot && (element.forumUrl ?? forumUrl) === forumUrl)
}

/** Watches all posts of a forum's counts through the page's connection. */
async function watchPosts(forumUrl: string): Promise<void> {
  const { pageConnection } = await import('../session/page-connection.ts')
  const stop = watched.get(forumUrl)
  const mine = [...counts].filter(({ options, postId }) => options.forumUrl === forumUrl && postId !== null)
  if (mine.length > 0) watched.set(forumUrl, listen(pageConnection(forumUrl), forumUrl))
  else watched.delete(forumUrl)
  // Stops the old watch only after the new one has started, so that no event is lost.
  stop?.()
}

function listen({ realtime }: PageConnection, forumUrl: string): () => void {
  const mine = () => [...counts].filter(({ options }) => options.forumUrl === forumUrl)
  const cleanups = [
    realtime.watch({ postIds: [...new Set(mine().flatMap(({ postId }) => postId ?? []))] }),
    realtime.onEvent((_name, event) => {
      if (!('numComments' in event)) return
      for (const count of mine()) if (count.postId === event.postId) count.show(event.numComments)
    }),
    realtime.onGap(() => {
      // Events were lost.
      for (const count of mine()) {
        fetchCount(count.options).then(
          (result) => count.show(result.count),
          () => {},
        )
      }
    }),
  ]
  return () => {
    for (const cleanup of cleanups) cleanup()
  }
}
