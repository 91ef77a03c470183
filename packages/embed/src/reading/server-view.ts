import { hasSignedIn, hintKey } from '@stoa/client/partner-session'
import { DRAFT_PREFIX, saveEarlyText, threadKey } from '@stoa/store'
import { CONTAINER, type RenderedState, type ThreadPartName } from '../first-view/fragment-state.ts'
import { collapseIfEmpty, sendEvent } from '../first-view/host-element.ts'
import { linkedCommentId, showLinkedComment } from '../first-view/linked-comment.ts'
import { reportOversights } from '../first-view/oversights.ts'
import { unwatchPageTheme, watchPageTheme } from '../first-view/page-theme.ts'
import { untilIdle, untilPainted } from '../first-view/schedule.ts'
import type { MountOptions, ServerView } from '../loader/define-element.ts'
import { createErrorNotice, type ErrorNotice } from './code-error.ts'
import { enableFolding } from './folded-comments.ts'
import { receivedUpdates } from './received-updates.ts'
import { recordEarlyEvents } from './replay-early-events.ts'
import { createTimeUpdater } from './update-times.ts'

const RETRY_MS = 5000

/**
 * Serves readers of the server's HTML: expands long comments, updates times and listens for changes. The component code
 * is loaded when the reader does more, or something has changed, but never before the whole thread is painted. The
 * reader's actions until then are replayed.
 */
export function createServerView(
  host: HTMLElement,
  options: MountOptions,
  {
    part,
    isComplete = Promise.resolve(),
  }: {
    part: ThreadPartName
    isComplete?: Promise<void>
  },
): ServerView | null {
  const root = host.shadowRoot
  const container = root?.querySelector<HTMLElement>(`.${CONTAINER}`)
  const data = root?.querySelector('script[type="application/json"]')
  if (!root || !container || !data) return null
  const state = JSON.parse(data.textContent) as RenderedState
  const { payload, now } = state
  const postId = payload.post?.id
  const threadId = postId ?? threadKey(options.article)
  const need = createSignal()
  const actions = recordEarlyEvents(root, need.raise)
  const cleanups: (() => void)[] = []
  const optionsKey = renderedOptions(options)
  const signedIn = hintKey(options.forumUrl)
  let isTaken = false
  let isOver = false
  let errorNotice: ErrorNotice | undefined
  let tries = 0
  collapseIfEmpty(host, container)

  // Only now, as the page then gives up the height that it has reserved.
  void isComplete.then(() => {
    if (!isOver) sendEvent(host, 'stoa-ready', { articleUrl: options.article.canonical ?? options.article.url })
  })
  const painted = isComplete.then(untilPainted)
  /** A linked comment that isn't in the HTML is loaded by the component code. */
  const followLink = () => {
    if (part === 'comments' && linkedCommentId() && !showLinkedComment(container)) need.raise()
  }
  void painted.then(() => {
    if (!isOver) followLink()
  })
  const times = createTimeUpdater(container, now)
  void painted.then(untilIdle).then(() => {
    if (isTaken) return
    cleanups.push(times.start(), enableFolding(container))
    reportOversights(host)
    // A reader who is signed in or has a draft needs the component code.
    if (hasSignedIn(options.forumUrl) || hasDraft(threadId)) need.raise()
    else listen().catch(() => {})
    const closesAt = part === 'poll' && payload.post?.pollSettings?.closesAt
    if (closesAt && closesAt > now) cleanups.push(at(closesAt - now, need.raise))
  })
  const keepText = () => saveEarlyText(`${threadId} comment`, container.querySelector('textarea')?.value ?? '')
  addEventListener('pagehide', keepText)
  addEventListener('online', need.raise)
  addEventListener('hashchange', followLink)
  // Signed in through another element, so this one must show the reader's own choices.
  addEventListener(signedIn, need.raise)

  /** Optional. Without this code the thread stays as rendered. */
  async function listen(): Promise<void> {
    const { listenForUpdates } = await import('./live-updates.ts')
    if (!isTaken) receivedUpdates.set(host, listenForUpdates({ part, state, options, notify: need.raise }))
  }
  function endReading(): void {
    isTaken = true
    removeEventListener('online', need.raise)
    removeEventListener('hashchange', followLink)
    removeEventListener(signedIn, need.raise)
    for (const cleanup of cleanups.splice(0)) cleanup()
  }
  function end(): void {
    isOver = true
    errorNotice?.remove()
    endReading()
    actions.end()
    // From now on the composer saves its text itself.
    removeEventListener('pagehide', keepText)
    // Drops updates that nobody has applied.
    receivedUpdates.get(host)?.end()
    receivedUpdates.set(host, undefined)
  }

  return {
    async untilNeeded() {
      // Loading failed before. If an action waits for the code, try again after a while.
      tries += 1
      const timer = tries > 1 && actions.hasPending() ? setTimeout(need.raise, RETRY_MS) : undefined
      await painted
      await need.raised()
      clearTimeout(timer)
      // Hydration doesn't change the texts.
      times.update()
    },
    update(next) {
      watchPageTheme(host, next)
      // The component code shows another thread now. Composers that are not hydrated yet would lose their text.
      if (isTaken && !isOver && threadKey(next.article) !== threadKey(options.article)) {
        keepText()
        end()
      }
      return renderedOptions(next) === optionsKey
    },
    transfer(whenShown) {
      endReading()
      actions.intercept()
      const replay = () => {
        if (isOver) return
        end()
        actions.replay()
      }
      if (whenShown) void whenShown.finally(replay)
      else replay()
    },
    fail() {
      errorNotice ??= createErrorNotice(root, { retry: need.raise, translation: state.lost })
      errorNotice.show()
    },
    remove() {
      if (isOver) return
      keepText()
      end()
      unwatchPageTheme(host)
      root.replaceChildren()
    },
  }
}

/** A need that may be raised again and again. */
function createSignal() {
  let isMade = false
  let hear = () => {}
  return {
    raise() {
      isMade = true
      hear()
    },
    /** Waits for the next time. A call since the last one counts. */
    async raised() {
      if (!isMade) await new Promise<void>((resolve) => (hear = resolve))
      isMade = false
    },
  }
}

/** The options on which the HTML depends. */
function renderedOptions({ article, sort, pageSize, locale, forumUrl }: MountOptions): string {
  return JSON.stringify([article, sort, pageSize, locale, forumUrl])
}

/** Whether storage holds a draft for this thread. */
function hasDraft(threadId: string): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(`${DRAFT_PREFIX}${threadId} `))
  } catch {
    return false
  }
}

/** Longest delay that browser timers support. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Runs the work later; returns the function that cancels it. */
function at(delay: number, work: () => void): () => void {
  const timer = delay < TIMER_MAX_MS ? setTimeout(work, delay) : undefined
  return () => clearTimeout(timer)
}
