import type { MountOptions } from '../define-element.ts'
import type { PageLive } from '../live/page-live.ts'
import { askCount } from './ask-counts.ts'

/** A count on the page. */
export interface Count {
  options: MountOptions
  /** The article's post, once it is known and there is one. */
  postId: string | null
  show(count: number): void
}

/** How old a number may get on a page where nothing is live, in milliseconds. */
const EVERY_MS = 60_000

const counts = new Set<Count>()
/** By forum: what ends hearing of the counts' posts. */
const heard = new Map<string, () => void>()
let timer: ReturnType<typeof setInterval> | undefined
let askedAt = 0

/**
 * Keeps the counts of the page current. Where a conversation of the forum is on the page too, they hear by its
 * connection; a list of articles opens none and asks again, all counts at once, every minute while somebody sees the page.
 */
export function keepCount(count: Count): () => void {
  if (counts.size === 0) begin()
  counts.add(count)
  return () => {
    if (!counts.delete(count)) return
    if (counts.size === 0) end()
    else void hear(count.options.forumUrl)
  }
}

/** The post of a count has become known, or is another one. */
export function countChanged({ options }: Count): void {
  if (isLive(options.forumUrl)) void hear(options.forumUrl)
}

function begin(): void {
  askedAt = Date.now()
  timer = setInterval(tick, EVERY_MS)
  document.addEventListener('visibilitychange', onVisible)
  document.addEventListener('stoa-ready', onReady)
  document.addEventListener('stoa-comment', askAgain)
}

function end(): void {
  clearInterval(timer)
  document.removeEventListener('visibilitychange', onVisible)
  document.removeEventListener('stoa-ready', onReady)
  document.removeEventListener('stoa-comment', askAgain)
  for (const stop of heard.values()) stop()
  heard.clear()
}

function tick(): void {
  // A conversation that has left the page is no reason any more to hold its connection.
  for (const [forumUrl, stop] of heard) {
    if (isLive(forumUrl)) continue
    heard.delete(forumUrl)
    stop()
  }
  if (!document.hidden) askAgain()
}

function onVisible(): void {
  if (!document.hidden && Date.now() - askedAt >= EVERY_MS) askAgain()
}

/** A conversation shows. */
function onReady(): void {
  for (const forumUrl of new Set([...counts].map(({ options }) => options.forumUrl))) {
    if (isLive(forumUrl)) void hear(forumUrl)
  }
}

/** Asks for the counts of which nobody tells. */
function askAgain(): void {
  askedAt = Date.now()
  for (const count of counts) {
    if (count.postId !== null && heard.has(count.options.forumUrl)) continue
    askCount(count.options).then(
      (answer) => {
        if (counts.has(count)) take(count, answer)
      },
      () => {
        // Out of reach: the number on the page is the last one known.
      },
    )
  }
}

function take(count: Count, answer: { count: number; postId: string | null }): void {
  count.show(answer.count)
  if (answer.postId === count.postId) return
  count.postId = answer.postId
  countChanged(count)
}

/** True when a conversation of the forum shows on the page: it has, or will have, a connection. */
function isLive(forumUrl: string): boolean {
  const shown = document.querySelectorAll<HTMLElement & Partial<MountOptions>>(
    'stoa-comments, stoa-reactions, stoa-poll',
  )
  return [...shown].some((element) => element.shadowRoot && (element.forumUrl ?? forumUrl) === forumUrl)
}

/** Hears, by the page's connection, of all posts that the counts of a forum are about. */
async function hear(forumUrl: string): Promise<void> {
  const { pageLive } = await import('../live/page-live.ts')
  const stop = heard.get(forumUrl)
  const mine = [...counts].filter(({ options, postId }) => options.forumUrl === forumUrl && postId !== null)
  if (mine.length > 0) heard.set(forumUrl, listen(pageLive(forumUrl), forumUrl))
  else heard.delete(forumUrl)
  // After the new one has begun, so that no room is left in between.
  stop?.()
}

function listen({ realtime }: PageLive, forumUrl: string): () => void {
  const mine = () => [...counts].filter(({ options }) => options.forumUrl === forumUrl)
  const endings = [
    realtime.watch({ postIds: [...new Set(mine().flatMap(({ postId }) => postId ?? []))] }),
    realtime.onEvent((_name, event) => {
      if (!('numComments' in event)) return
      for (const count of mine()) if (count.postId === event.postId) count.show(event.numComments)
    }),
    realtime.onGap(() => {
      // Nobody tells what was missed.
      for (const count of mine()) {
        askCount(count.options).then(
          (answer) => count.show(answer.count),
          () => {},
        )
      }
    }),
  ]
  return () => {
    for (const ending of endings) ending()
  }
}
