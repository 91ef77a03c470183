import { listOf, loadThread, postComments, threadKey } from '@stoa/store'
import type { MountOptions } from './define-element.ts'
import type { Forum } from './forum.ts'
import { threadOf } from './thread-of.ts'

// All that is needed only where the server's rendering could not be had, or is not asked for.
export { ThreadFailure } from './thread-failure.tsx'
export { ThreadPlaceholder } from './thread-placeholder.tsx'

/** Another element of the page has loaded it, or taken it from the server's rendering. */
function isThere({ stoa }: Forum, { article, sort = 'top' }: MountOptions): boolean {
  const thread = stoa.state.getState().threads[threadKey(article)]
  return thread !== undefined && listOf(stoa, postComments(thread.postId, { sort })).status === 'success'
}

const loads = new WeakMap<Forum['stoa'], Map<string, Promise<unknown>>>()

/** Loads what an element shows; elements of one article share one request. */
export function sharedLoad(forum: Forum, options: MountOptions): Promise<unknown> {
  const { article, sort, pageSize } = options
  if (isThere(forum, options)) return Promise.resolve()
  const running = loads.get(forum.stoa) ?? new Map<string, Promise<unknown>>()
  loads.set(forum.stoa, running)
  const key = threadOf(options)
  const known = running.get(key)
  if (known) return known
  const load = loadThread(forum.stoa, article, { ...(sort ? { sort } : {}), ...(pageSize ? { limit: pageSize } : {}) })
  running.set(key, load)
  return load.finally(() => running.delete(key))
}
