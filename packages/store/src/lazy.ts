import { StoaError } from '@stoa/client'
import type { Watch } from '@stoa/contract'
import { setList } from './cache.ts'
import type * as lists from './lists.ts'
import type { NamedEvent } from './live/apply-event.ts'
import type { ListQuery } from './queries.ts'
import type { Stoa } from './stoa.ts'

/** Loads code with `import()`; a failure is a `StoaError` with code `CODE_NOT_LOADED`. */
export function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch((cause: unknown) => {
    throw new StoaError('CODE_NOT_LOADED', { message: '', cause })
  })
}

/**
 * Runs `work` with the code of lists, loaded on first use: a list rendered with the page doesn't need it. If loading
 * fails, the list's status is `error`. Never rejects.
 */
export function withLists(stoa: Stoa, query: ListQuery, work: (code: typeof lists) => unknown): Promise<unknown> {
  return loadCode(() => import('./lists.ts')).then(work, (error: StoaError) =>
    setList(stoa, query, () => ({ status: 'error', error })),
  )
}

/** Subscribes to live updates of posts and communities. Returns the function that unsubscribes. */
export function watch(stoa: Stoa, rooms: Watch): () => void {
  if (!stoa.options.realtime) return () => {}
  let end = () => {}
  let isEnded = false
  import('./live/connection.ts')
    .then(({ createLive }) => stoa.singleton(createLive))
    .then((realtime) => {
      if (!isEnded) end = realtime.watch(rooms)
    })
    // Offline or blocked. The page works without live updates, and the next watch tries again.
    .catch(() => {})
  return () => {
    isEnded = true
    end()
  }
}

/**
 * Applies events of a thread that arrived before the application was subscribed; `events` may grow until this is done.
 * With `hasGap` the newest comments are loaded again.
 */
export async function replayEvents(
  stoa: Stoa,
  earlier: { events: readonly NamedEvent[]; hasGap: boolean },
): Promise<void> {
  const { catchUp, createLive, receive } = await import('./live/connection.ts')
  await stoa.singleton(createLive)
  for (const event of earlier.events) receive(stoa, event)
  if (earlier.hasGap) catchUp(stoa)
}
