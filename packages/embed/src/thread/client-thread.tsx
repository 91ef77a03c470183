import { errorCode, StoaError } from '@stoa/client'
import { listOf, loadThread, postComments, threadKey } from '@stoa/store'
import { type Catalogue, useTranslate, useWritten } from '@stoa/ui'
import type { ReactNode } from 'react'
import { threadIdentity } from '../first-view/fragment-state.ts'
import { sendEvent } from '../first-view/host-element.ts'
import { partOf, problemText, reportRefusal } from '../first-view/report-problems.ts'
import type { MountOptions } from '../loader/define-element.ts'
import { embedMessages } from '../messages.ts'
import type { Forum } from '../session/forum.ts'

/** Whether another element of the page has already loaded the thread into the store. */
function isLoaded({ stoa }: Forum, { article, sort = 'top' }: MountOptions): boolean {
  const thread = stoa.state.getState().threads[threadKey(article)]
  return thread !== undefined && listOf(stoa, postComments(thread.postId, { sort })).status === 'success'
}

const loads = new WeakMap<Forum['stoa'], Map<string, Promise<unknown>>>()

/** Loads a thread. Elements of one article share one request. */
export function loadOnce(forum: Forum, options: MountOptions): Promise<unknown> {
  const { article, sort, pageSize } = options
  if (isLoaded(forum, options)) return Promise.resolve()
  const running = loads.get(forum.stoa) ?? new Map<string, Promise<unknown>>()
  loads.set(forum.stoa, running)
  const key = threadIdentity(options)
  const runningLoad = running.get(key)
  if (runningLoad) return runningLoad
  const load = loadThread(forum.stoa, article, { ...(sort ? { sort } : {}), ...(pageSize ? { limit: pageSize } : {}) })
  running.set(key, load)
  return load.finally(() => running.delete(key))
}

interface Failure {
  thread: string
  retry: () => void
}

const failures = new WeakMap<Forum['stoa'], Map<Element, Failure>>()

/** Whether it still shows the failure. */
const hasFailed = (host: Element) => host.isConnected && host.shadowRoot?.querySelector('[role="alert"]') !== null

/**
 * Reports to page and console why there is no thread, and returns what to show. A retry applies to all elements of the
 * thread, which share the request.
 */
export function reportLoadFailure(
  host: HTMLElement,
  about: { error: unknown; forum: Forum; options: MountOptions; retry: () => void; texts?: Catalogue | undefined },
): ReactNode {
  const { error, forum, options, retry, texts } = about
  const failure = {
    code: String(errorCode(error)),
    message: error instanceof Error ? error.message : String(error),
    shown: false,
  }
  sendEvent(host, 'stoa-error', failure)
  const details = error instanceof StoaError ? error.details : undefined
  const failed = failures.get(forum.stoa) ?? new Map<Element, Failure>()
  failures.set(forum.stoa, failed)
  const thread = threadIdentity(options)
  for (const other of failed.keys()) if (!other.isConnected) failed.delete(other)
  failed.set(host, { thread, retry })
  const retryAll = () => {
    const again = [...failed].filter(([other, { thread: its }]) => its === thread && hasFailed(other))
    for (const [other] of again) failed.delete(other)
    for (const [, { retry: show }] of again) show()
  }
  const problem = reportRefusal(host, { ...failure, details, options })
  const words = problem && problemText(host, problem, texts)
  return <ThreadFailure of={partOf(host)} words={words} onRetry={retryAll} />
}

/** Shown while the thread loads. */
export function ThreadPlaceholder() {
  const t = useTranslate(embedMessages)
  return (
    <p className="stoa-embed-loading" role="status">
      {t('embed.loading')}
    </p>
  )
}

export interface ThreadFailureProps {
  /** The part that didn't load. Default: the comments. */
  of?: 'poll' | 'reactions' | undefined
  /** The problem that the publisher must fix (`problemText`). Default: a retry may help. */
  words?: string | undefined
  onRetry: () => void
}

/** Shows why there is no thread: a problem that the publisher must fix, or a failure with a retry button. */
export function ThreadFailure({ of, words, onRetry }: ThreadFailureProps) {
  const t = useTranslate(embedMessages)
  // In English where the page's language has no texts.
  const written = useWritten()
  return words ? (
    <p className="stoa-embed-notice" role="alert" {...written(words)}>
      {words}
    </p>
  ) : (
    <p className="stoa-embed-notice" role="alert">
      <span>{t(of ? `embed.failed.${of}` : 'embed.failed')}</span>
      <button type="button" className="stoa-button" onClick={onRetry}>
        {t('embed.retry')}
      </button>
    </p>
  )
}
