import { errorCode } from '@stoa/client'
import { listOf, loadThread, postComments, threadKey } from '@stoa/store'
import type { ReactNode } from 'react'
import { tellRefusal } from './complaints.ts'
import type { MountOptions } from './define-element.ts'
import type { Forum } from './forum.ts'
import { sendEvent } from './send-event.ts'
import { ThreadFailure } from './thread-failure.tsx'
import { threadOf } from './thread-of.ts'

// All that is needed only where the server's rendering could not be had, or is not asked for.
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

interface Failure {
  thread: string
  retry: () => void
}

const failures = new WeakMap<Forum['stoa'], Map<Element, Failure>>()
const PARTS: Record<string, 'poll' | 'reactions'> = { 'stoa-poll': 'poll', 'stoa-reactions': 'reactions' }

/** Whether it still says that it could not be loaded. */
const hasFailed = (host: Element) => host.isConnected && host.shadowRoot?.querySelector('[role="alert"]') !== null

/**
 * Tells page and console why there is no thread; what to show in its place. Another try in one element is one for all
 * that show something of the same thread: they share the request, too.
 */
export function tellFailure(
  host: HTMLElement,
  about: { error: unknown; forum: Forum; options: MountOptions; retry: () => void },
): ReactNode {
  const { error, forum, options, retry } = about
  const failure = { code: String(errorCode(error)), message: error instanceof Error ? error.message : String(error) }
  sendEvent(host, 'stoa-error', failure)
  const failed = failures.get(forum.stoa) ?? new Map<Element, Failure>()
  failures.set(forum.stoa, failed)
  const thread = threadOf(options)
  for (const other of failed.keys()) if (!other.isConnected) failed.delete(other)
  failed.set(host, { thread, retry })
  const retryAll = () => {
    const again = [...failed].filter(([other, { thread: its }]) => its === thread && hasFailed(other))
    for (const [other] of again) failed.delete(other)
    for (const [, { retry: show }] of again) show()
  }
  const words = tellRefusal(host, { ...failure, options })
  return <ThreadFailure of={PARTS[host.localName]} words={words} onRetry={retryAll} />
}
