import { errorCode } from '@stoa/client'
import { hearEarlier, listOf, loadThread, postComments, repliesOf, seedThread, threadKey } from '@stoa/store'
import type { ReactNode } from 'react'
import type { Mounted, MountOptions } from './define-element.ts'
import { heardNews } from './first-view.ts'
import { type Forum, releaseForum, takeForum } from './forum.ts'
import { mountRoot } from './mount-root.tsx'
import { CONTAINER, type RenderedState } from './rendered.ts'
import { sendEvent } from './send-event.ts'
import { ThreadFailure } from './thread-failure.tsx'

/** What an element draws of an article's thread. */
export interface ThreadView {
  styles: string
  /** Drawn until the thread is there. */
  placeholder: ReactNode
  /** Draws the thread, which is in the store. */
  draw(about: { host: HTMLElement; forum: Forum; options: MountOptions }): ReactNode
}

/** Mounts an element that shows something of its article's thread. Elements of one article share one request. */
export function mountThread(host: HTMLElement, about: { options: MountOptions; view: ThreadView }): Mounted {
  const { view } = about
  let options = about.options
  const forum = takeForum(options.forumUrl)
  const root = mountRoot(host, { forum, styles: view.styles })
  const unhear = forum.onSession((signedIn) => sendEvent(host, 'stoa-session', { signedIn }))
  let isEnded = false
  let renderedAt: number | undefined

  async function show(): Promise<void> {
    const asked = options
    const rendered = takeRendered(host, { forum, options })
    if (rendered) {
      renderedAt = rendered.now
    } else {
      root.render(options, view.placeholder)
      try {
        await sharedLoad(forum, options)
      } catch (error) {
        if (isEnded || asked !== options) return
        const message = error instanceof Error ? error.message : String(error)
        console.error(`<${host.localName}>: ${message}`)
        sendEvent(host, 'stoa-error', { code: String(errorCode(error)), message })
        root.render(options, <ThreadFailure error={error} community={options.community} onRetry={() => void show()} />)
        return
      }
    }
    if (isEnded || asked !== options) return
    draw()
    // Whoever showed the rendering has told that it is there.
    if (rendered) hearNews()
    else sendEvent(host, 'stoa-ready', { articleUrl: options.article.canonical ?? options.article.url })
  }
  /** What was heard while the rendering was read; whoever heard it ends when the store listens. */
  function hearNews(): void {
    const news = heardNews.get(host)
    if (!news) return
    heardNews.delete(host)
    // Out of reach: the next connection tells what was missed.
    hearEarlier(forum.stoa, news).then(news.end, news.end)
  }
  const draw = () => root.render(options, view.draw({ host, forum, options }), renderedAt)

  void show()
  return {
    update(next) {
      const before = threadOf(options)
      options = next
      if (threadOf(next) === before) draw()
      else void show()
    },
    unmount() {
      isEnded = true
      unhear()
      root.unmount()
      releaseForum(forum)
    },
  }
}

/** A thread that came with the page, rendered by the server: no request, and its nodes stay. */
function takeRendered(host: HTMLElement, about: { forum: Forum; options: MountOptions }): RenderedState | null {
  const data = host.shadowRoot?.querySelector('script[type="application/json"]')
  if (!data?.textContent) return null
  const { forum, options } = about
  const { payload, now } = JSON.parse(data.textContent) as RenderedState
  const sort = options.sort ?? 'top'
  const { postId } = seedThread(forum.stoa, { article: options.article, payload, sort })
  data.remove()
  const isShown = ({ ids }: { ids: readonly string[] }, items: readonly { id: string }[]) =>
    ids.length === items.length && items.every(({ id }, index) => ids[index] === id)
  const { items } = payload.comments
  const isSame =
    isShown(listOf(forum.stoa, postComments(postId, { sort })), items) &&
    items.every(({ id, replies }) => isShown(listOf(forum.stoa, repliesOf(id)), replies.items))
  // Another element of the page has got further: what was rendered would be taken for what is drawn now.
  if (!isSame) host.shadowRoot?.querySelector(`.${CONTAINER}`)?.replaceChildren()
  return { payload, now }
}

/** What decides which thread is shown, in which order. */
function threadOf({ article, sort = 'top' }: MountOptions): string {
  return JSON.stringify([article, sort])
}

/** Another element of the page has loaded it, or taken it from the server's rendering. */
function isThere({ stoa }: Forum, { article, sort = 'top' }: MountOptions): boolean {
  const thread = stoa.state.getState().threads[threadKey(article)]
  return thread !== undefined && listOf(stoa, postComments(thread.postId, { sort })).status === 'success'
}

const loads = new WeakMap<Forum['stoa'], Map<string, Promise<unknown>>>()

function sharedLoad(forum: Forum, options: MountOptions): Promise<unknown> {
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
