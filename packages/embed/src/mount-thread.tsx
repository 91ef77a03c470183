import { hearEarlier, listOf, postComments, repliesOf, seedThread } from '@stoa/store'
import type { ReactNode } from 'react'
import type { Mounted, MountOptions } from './define-element.ts'
import { drawAnew } from './draw-anew.ts'
import { heardNews } from './first-view.ts'
import { type Forum, releaseForum, takeForum } from './forum.ts'
import { mountRoot } from './mount-root.tsx'
import type { RenderedState } from './rendered.ts'
import { sendEvent } from './send-event.ts'
import { tellStrangeAttributes } from './strange-attributes.ts'
import { threadOf } from './thread-of.ts'
import { nextTask, takeTurns } from './turns.tsx'

/** What the drawing of a thread is given. */
export interface ThreadViewProps {
  host: HTMLElement
  forum: Forum
  options: MountOptions
}

/** What an element draws of an article's thread. */
export interface ThreadView {
  styles: string
  /** Says that the thread is on its way. Default false. */
  hasPlaceholder?: boolean
  /** Draws the thread, which is in the store. */
  draw(about: ThreadViewProps): ReactNode
}

/** Mounts an element that shows something of its article's thread. Elements of one article share one request. */
export function mountThread(
  host: HTMLElement,
  about: { options: MountOptions; view: ThreadView; onLost: (error: unknown) => void },
): Mounted {
  const { view, onLost } = about
  let options = about.options
  const forum = takeForum(options.forumUrl)
  const root = mountRoot(host, { forum, styles: view.styles })
  const unhear = forum.onSession((signedIn) => sendEvent(host, 'stoa-session', { signedIn }))
  /** Stands for one showing, until the element is to show another thread or leaves. */
  let showing: object | null = null
  let isDrawn = false
  let renderedAt: number | undefined

  async function show(): Promise<void> {
    const own = {}
    const isOver = () => showing !== own
    showing = own
    isDrawn = false
    const rendered = takeRendered(host, { forum, options })
    if (rendered) {
      renderedAt = rendered.now
    } else {
      const unrendered = await import('./unrendered.tsx').catch((error: unknown) => {
        if (!isOver()) onLost(error)
      })
      if (isOver() || !unrendered) return
      const { sharedLoad, tellFailure, ThreadPlaceholder } = unrendered
      if (view.hasPlaceholder) root.render(options, <ThreadPlaceholder />)
      const failure = await sharedLoad(forum, options).then(
        () => null,
        (error: unknown) => !isOver() && tellFailure(host, { error, forum, options, retry: () => void show() }),
      )
      if (failure) {
        root.render(options, failure)
        return
      }
    }
    // What follows is felt least in a task of its own.
    if (rendered) await nextTask()
    if (isOver()) return
    isDrawn = true
    if (rendered?.hasNodes) await takeTurns(draw)
    else if (rendered) drawAnew(host, draw)
    else draw()
    root.settle()
    if (isOver()) return
    // Whoever showed the rendering has told that it is there.
    if (rendered) {
      hearNews()
      return
    }
    tellStrangeAttributes(host)
    sendEvent(host, 'stoa-ready', { articleUrl: options.article.canonical ?? options.article.url })
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

  const shown = show()
  return {
    shown,
    update(next) {
      const before = options
      options = next
      // The page around has changed, and nothing of it matters here.
      if (JSON.stringify(next) === JSON.stringify(before)) return
      if (threadOf(next) !== threadOf(before)) void show()
      // Before that there is nothing to draw anew: what is on its way will be drawn as it is wished by then.
      else if (isDrawn) draw()
    },
    unmount() {
      showing = null
      unhear()
      root.unmount()
      releaseForum(forum)
    },
  }
}

/** A thread that came with the page, rendered by the server: no request, and its nodes stay. */
function takeRendered(host: HTMLElement, about: { forum: Forum; options: MountOptions }) {
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
  return { now, hasNodes: isSame }
}
