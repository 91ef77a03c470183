import type { ApiCall } from '@stoa/client'
import type { Stoa } from '@stoa/store'

/** A post that was loaded ahead is opened without asking again for this long. */
const FRESH_MS = 10_000

interface Ahead<Data> {
  data: Promise<Data>
  beganAt: number
  /** Whose page it is. */
  viewerId: string | undefined
  /** Ends it, unless it was opened. */
  cancel: () => void
}

/** Posts loaded before they are opened: `stoa.singleton(createAhead)`. One at a time. */
export function createAhead<Data>(stoa: Stoa) {
  const posts = new Map<string, Ahead<Data>>()
  /** The post that was opened last: the pointer may still be over its link. */
  let opened: { href: string; at: number } | undefined
  const viewerId = () => stoa.state.getState().viewer?.id
  const isUsable = (ahead: Ahead<Data> | undefined): ahead is Ahead<Data> =>
    ahead !== undefined && ahead.viewerId === viewerId() && stoa.clock() - ahead.beganAt < FRESH_MS
  return {
    /** Loads the post at an address, until `signal` says that it isn't wanted. */
    begin(href: string, signal: AbortSignal, load: (stoa: Stoa) => Promise<Data>): void {
      if (signal.aborted || isUsable(posts.get(href))) return
      // Loading it again would end with the link, and leave the opened page without comments.
      if (opened?.href === href && stoa.clock() - opened.at < FRESH_MS) return
      for (const { cancel } of posts.values()) cancel()
      posts.clear()
      const controller = new AbortController()
      let isDone = false
      const data = load(withSignal(stoa, controller.signal))
      const ahead = {
        data,
        beganAt: stoa.clock(),
        viewerId: viewerId(),
        cancel() {
          if (isDone || posts.get(href) !== ahead) return
          controller.abort()
          posts.delete(href)
        },
      }
      posts.set(href, ahead)
      data.then(
        () => {
          isDone = true
        },
        () => {
          if (posts.get(href) === ahead) posts.delete(href)
        },
      )
      signal.addEventListener('abort', ahead.cancel)
    },
    /** What was loaded of a post that is opened now, or is still loading; once. */
    take(href: string): Promise<Data> | undefined {
      const ahead = posts.get(href)
      opened = { href, at: stoa.clock() }
      posts.delete(href)
      return isUsable(ahead) ? ahead.data : undefined
    },
  }
}

/** The same store, whose reads end with a signal. */
function withSignal(stoa: Stoa, signal: AbortSignal): Stoa {
  const call: ApiCall = (name, input, options) => stoa.client.call(name, input, { ...options, signal })
  return { ...stoa, client: { call } }
}
