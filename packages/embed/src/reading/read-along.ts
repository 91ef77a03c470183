import { DRAFT_PREFIX, keepEarlyText, threadKey } from '@stoa/store'
import { adopt, followTextSize } from '../adopt-styles.ts'
import type { MountOptions, Rendered } from '../define-element.ts'
import { heardNews } from '../live/heard-news.ts'
import { CONTAINER, type RenderedState } from '../rendered.ts'
import { sendEvent } from '../send-event.ts'
import { hasSignedIn } from '../sign-in/sign-in-hint.ts'
import { tellStrangeAttributes } from '../strange-attributes.ts'
import { catchActions } from './catch-actions.ts'
import { keepFolds } from './keep-folds.ts'
import { keepTimes } from './keep-times.ts'
import { styles } from './paint.ts'
import { untilIdle } from './until-idle.ts'

const RETRY_MS = 5000

/**
 * Serves somebody who reads what the server rendered: long comments unfold, times keep up with the clock, news are heard.
 * The widget's own code is loaded when the reader does more than that, or there is something new to show, and never
 * before the whole thread is on the screen. What the reader does until it has come is done then.
 */
export function readAlong(
  host: HTMLElement,
  options: MountOptions,
  isComplete: Promise<void> = Promise.resolve(),
): Rendered | null {
  const root = host.shadowRoot
  const container = root?.querySelector<HTMLElement>(`.${CONTAINER}`)
  const data = root?.querySelector('script[type="application/json"]')
  if (!root || !container || !data) return null
  const { payload, now } = JSON.parse(data.textContent) as RenderedState
  const postId = payload.post?.id
  const threadId = postId ?? threadKey(options.article)
  const wish = createWish()
  const actions = catchActions(root, wish.make)
  /** Ends what serves a reader until there is more than that. */
  const endings: (() => void)[] = []
  const shown = whatIsShown(options)
  let isTaken = false
  let isOver = false
  let tries = 0

  followTextSize(root)
  adopt(root, styles)
  setTheme(host, options)
  sendEvent(host, 'stoa-ready', { articleUrl: options.article.canonical ?? options.article.url })
  const painted = isComplete.then(untilPainted)
  const times = keepTimes(container, now)
  void painted.then(untilIdle).then(() => {
    if (isTaken) return
    endings.push(times.begin(), keepFolds(container))
    tellStrangeAttributes(host)
    // Who has signed in here, or has begun to write, is more than a reader.
    if (hasSignedIn(options.forumUrl) || hasDraft(threadId)) wish.make()
    else listen().catch(() => {})
  })
  const keepText = () => keepEarlyText(`${threadId} comment`, container.querySelector('textarea')?.value ?? '')
  addEventListener('pagehide', keepText)
  addEventListener('online', wish.make)

  /** Nothing depends on it: without its code the thread is as it was. */
  async function listen(): Promise<void> {
    const { hearNews } = await import('../live/hear-news.ts')
    if (!isTaken) heardNews.set(host, hearNews({ postId, payload, options, tell: wish.make }))
  }
  function endReading(): void {
    isTaken = true
    removeEventListener('online', wish.make)
    for (const ending of endings.splice(0)) ending()
  }
  function end(): void {
    isOver = true
    endReading()
    actions.end()
    // Its box keeps its text itself from now on.
    removeEventListener('pagehide', keepText)
    // News that nobody has taken over.
    heardNews.get(host)?.end()
    heardNews.delete(host)
  }

  return {
    async untilWanted() {
      // Its code could not be loaded: where somebody waits for it, it is tried again by itself.
      tries += 1
      const timer = tries > 1 && actions.arePending() ? setTimeout(wish.make, RETRY_MS) : undefined
      await painted
      await wish.made()
      clearTimeout(timer)
      // What takes over keeps the texts as they stand.
      times.update()
    },
    update(next) {
      setTheme(host, next)
      // What takes over draws another thread from now on, and leaves the boxes that are not alive yet.
      if (isTaken && !isOver && threadKey(next.article) !== threadKey(options.article)) {
        keepText()
        end()
      }
      return whatIsShown(next) === shown
    },
    handOver(whenShown) {
      endReading()
      actions.hold()
      const repeat = () => {
        if (isOver) return
        end()
        actions.repeat()
      }
      if (whenShown) void whenShown.finally(repeat)
      else repeat()
    },
    remove() {
      if (isOver) return
      keepText()
      end()
      root.replaceChildren()
    },
  }
}

/** Something that may be wished for, again and again. */
function createWish() {
  let isMade = false
  let hear = () => {}
  return {
    make() {
      isMade = true
      hear()
    },
    /** Waits for the next wish; one made since the last call counts. */
    async made() {
      if (!isMade) await new Promise<void>((resolve) => (hear = resolve))
      isMade = false
    },
  }
}

/** What of the options decides the rendering. */
function whatIsShown({ article, sort, pageSize, locale, forumUrl }: MountOptions): string {
  return JSON.stringify([article, sort, pageSize, locale, forumUrl])
}

function setTheme(host: HTMLElement, { theme }: MountOptions): void {
  if (theme === 'light' || theme === 'dark') host.dataset.stoaTheme = theme
  else delete host.dataset.stoaTheme
}

/** Any text that is kept for this thread; where the page may keep nothing there is none. */
function hasDraft(threadId: string): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(`${DRAFT_PREFIX}${threadId} `))
  } catch {
    return false
  }
}

/** The frame after the next one begins when the next one is on the screen. */
function untilPainted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}
