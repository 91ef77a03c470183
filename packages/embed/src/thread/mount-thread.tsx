import { listOf, postComments, putThread, replayEvents, repliesOf, threadKey } from '@stoa/store'
import type { ReactNode } from 'react'
import { CONTAINER, type RenderedState, type ThreadPartName, threadIdentity } from '../first-view/fragment-state.ts'
import { sendEvent } from '../first-view/host-element.ts'
import { reportOversights } from '../first-view/oversights.ts'
import { nextTask } from '../first-view/schedule.ts'
import type { Mounted, MountOptions } from '../loader/define-element.ts'
import { receivedUpdates } from '../reading/received-updates.ts'
import { acquireForum, type Forum, releaseForum } from '../session/forum.ts'
import { hydrateInSteps } from './hydrate.tsx'
import { mountRoot } from './mount-root.tsx'
import { type Language, languageFor } from './texts.ts'

/** Props of a thread's components. */
export interface ThreadViewProps {
  host: HTMLElement
  forum: Forum
  options: MountOptions
}

/** How an element renders an article's thread. */
export interface ThreadView {
  part: ThreadPartName
  styles: string
  /** Shows a placeholder while the thread loads. Default false. */
  hasPlaceholder?: boolean
  /** Renders the thread from the store. */
  draw(about: ThreadViewProps): ReactNode
}

/** Mounts an element's components and hydrates the server's HTML, where there is any. */
export function mountThread(
  host: HTMLElement,
  about: { options: MountOptions; view: ThreadView; onError: (error: unknown) => void },
): Mounted {
  const { view, onError } = about
  let options = about.options
  const forum = acquireForum(options.forumUrl)
  const root = mountRoot(host, { forum, styles: view.styles })
  const unsubscribe = forum.onSession((signedIn) => sendEvent(host, 'stoa-session', { signedIn }))
  /** Identifies the current attempt, until another thread is shown or the element leaves the page. */
  let showing: object | null = null
  let isDrawn = false
  let renderedAt: number | undefined
  let language: Language = { locale: 'en', texts: undefined }
  const shownOptions = () => ({ ...options, locale: language.locale })

  async function show(): Promise<void> {
    const attempt = {}
    const isOver = () => showing !== attempt
    showing = attempt
    isDrawn = false
    forum.threads.delete(host)
    const rendered = takeServerState(host, { forum, options, part: view.part })
    forum.threads.set(host, threadKey(options.article))
    if (rendered) {
      renderedAt = rendered.now
      root.hold()
    }
    language = await languageFor(options, rendered)
    if (isOver()) return
    if (!rendered) {
      const unrendered = await import('./client-thread.tsx').catch((error: unknown) => {
        if (!isOver()) onError(error)
      })
      if (isOver() || !unrendered) return
      const { loadOnce, reportLoadFailure, ThreadPlaceholder } = unrendered
      const { texts } = language
      if (view.hasPlaceholder) root.render(shownOptions(), <ThreadPlaceholder />, { texts })
      const failure = await loadOnce(forum, options).then(
        () => null,
        (error: unknown) =>
          !isOver() && reportLoadFailure(host, { error, forum, options, texts, retry: () => void show() }),
      )
      if (failure) {
        root.render(shownOptions(), failure, { texts })
        return
      }
    }
    // Hydration has its own task.
    if (rendered) await nextTask()
    if (isOver()) return
    isDrawn = true
    if (rendered?.hasNodes) await hydrateInSteps(draw)
    else if (rendered) redraw(host, draw)
    else draw()
    root.settle()
    if (isOver()) return
    // The server view has sent `stoa-ready`.
    if (rendered) {
      applyReceivedUpdates()
      return
    }
    reportOversights(host)
    sendEvent(host, 'stoa-ready', { articleUrl: options.article.canonical ?? options.article.url })
  }
  /** Applies updates received while the HTML was being read. The first listener ends when the store listens. */
  function applyReceivedUpdates(): void {
    const news = receivedUpdates.get(host)
    if (!news) return
    receivedUpdates.set(host, undefined)
    // After a failure the next connection reports missed events.
    replayEvents(forum.stoa, news).then(news.end, news.end)
  }
  const draw = () =>
    root.render(shownOptions(), view.draw({ host, forum, options }), { now: renderedAt, texts: language.texts })
  /** Shows what is there in the language that the options name now. */
  async function translate(): Promise<void> {
    const attempt = showing
    const next = await languageFor(options)
    if (showing !== attempt) return
    language = next
    if (isDrawn) draw()
  }

  const hydration = show()
  return {
    hydration,
    update(next) {
      const before = options
      options = next
      if (JSON.stringify(next) === JSON.stringify(before)) return
      if (threadIdentity(next) !== threadIdentity(before)) void show()
      else if (next.locale !== before.locale) void translate()
      // Before the first render nothing needs an update.
      else if (isDrawn) draw()
    },
    unmount() {
      showing = null
      unsubscribe()
      root.unmount()
      forum.threads.delete(host)
      releaseForum(forum)
    },
  }
}

/** Seeds the store from the server's data. The HTML can be hydrated if the store contains the same. */
function takeServerState(host: HTMLElement, about: { forum: Forum; options: MountOptions; part: ThreadPartName }) {
  const data = host.shadowRoot?.querySelector('script[type="application/json"]')
  if (!data?.textContent) return null
  const { forum, options, part } = about
  const { stoa } = forum
  const { payload, now, texts } = JSON.parse(data.textContent) as RenderedState
  const locale = host.shadowRoot?.querySelector<HTMLElement>(`.${CONTAINER}`)?.lang || options.locale || 'en'
  const cachedPost = payload.post && stoa.state.getState().posts[payload.post.id]
  const isCurrent = [...forum.threads.values()].includes(threadKey(options.article))
  const sort = options.sort ?? 'top'
  const { postId } = putThread(stoa, {
    article: options.article,
    payload: cachedPost && isCurrent ? { ...payload, post: cachedPost } : payload,
    sort,
  })
  data.remove()
  const isShown = ({ ids }: { ids: readonly string[] }, items: readonly { id: string }[]) =>
    ids.length === items.length && items.every(({ id }, index) => ids[index] === id)
  const { posts, viewer } = stoa.state.getState()
  const items = payload.comments?.items ?? []
  const isSame =
    part === 'comments'
      ? isShown(listOf(stoa, postComments(postId, { sort })), items) &&
        items.every(({ id, replies }) => isShown(listOf(stoa, repliesOf(id)), replies.items))
      : // The server's HTML doesn't contain the viewer's choices.
        !viewer && JSON.stringify(posts[postId] ?? null) === JSON.stringify(payload.post)
  return { now, locale, texts, hasNodes: isSame }
}

/**
 * Renders instead of hydrating, where another element of the page has newer data than the HTML. The composer keeps its
 * text, caret and focus.
 */
function redraw(host: HTMLElement, draw: () => void): void {
  const root = host.shadowRoot
  const before = root?.querySelector('textarea')
  const hasFocus = before && root?.activeElement === before
  root?.querySelector(`.${CONTAINER}`)?.replaceChildren()
  draw()
  const box = root?.querySelector('textarea')
  if (!before || !box) return
  if (before.value) {
    box.value = before.value
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (!hasFocus) return
  box.focus({ preventScroll: true })
  box.setSelectionRange(before.selectionStart, before.selectionEnd)
}
