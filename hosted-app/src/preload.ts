import { afterPaint } from '@stoa/ui'
import { matchRoutes, type RouteObject } from 'react-router'

/** Loads the code of the screens at an address, so that they can be hydrated or opened without delay. */
export async function loadMatched(routes: RouteObject[], pathname: string): Promise<void> {
  const matched = matchRoutes(routes, pathname) ?? []
  await Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy !== 'object' || !route.lazy.Component) return
      // The router reports code that fails to load.
      const Component = await route.lazy.Component().catch(() => null)
      if (!Component) return
      route.Component = Component
      delete route.lazy
    }),
  )
}

/** Feeds and posts, which most readers open next. */
const NEXT = ['/', '/bbs/community/post']
/** Deadline for browsers that are never idle. */
const IDLE_WITHIN_MS = 10_000

/** How long a pointer or the focus rests on a link before what it leads to is loaded. */
const REST_MS = 65

/** Loads the data of a link that is likely to be opened, until `signal` says that it isn't. */
export type LoadData = (link: HTMLAnchorElement, signal: AbortSignal) => void

/** Calls `load` for the link that the reader points at, touches or focuses. Leaving it cancels. */
function watchIntent(load: LoadData): void {
  let intent: { link: HTMLAnchorElement; cancel: () => void } | null = null
  const want = (link: HTMLAnchorElement | null, afterMs: number) => {
    if (link === intent?.link) return
    intent?.cancel()
    intent = null
    if (!link) return
    const controller = new AbortController()
    const { signal } = controller
    const begin = () => signal.aborted || load(link, signal)
    // Neither the finger's nor the focus's own frame waits for it.
    const timer = setTimeout(afterMs > 0 ? begin : () => afterPaint(begin), afterMs)
    const cancel = () => {
      clearTimeout(timer)
      controller.abort()
    }
    intent = { link, cancel }
  }
  /** Where the pointer was moved to. Below one that rests, links come and go as the page scrolls and grows. */
  let pointer = ''
  const placeOf = ({ clientX, clientY }: PointerEvent) => `${clientX},${clientY}`
  document.addEventListener('pointermove', (event) => (pointer = placeOf(event)), { passive: true })
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return
    want(placeOf(event) === pointer ? null : ownLink(event), REST_MS)
  })
  document.addEventListener('focusin', (event) => {
    // A menu focuses its first item when it opens.
    const isItem = event.target instanceof Element && event.target.getAttribute('role') === 'menuitem'
    want(isItem ? null : ownLink(event), REST_MS)
  })
  document.addEventListener('touchstart', (event) => want(ownLink(event), 0), { passive: true })
  // Scrolling.
  document.addEventListener('touchmove', () => want(null, 0), { passive: true })
}

/** The link of this origin in which an event happened. */
function ownLink({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null
  return link?.origin === window.location.origin ? link : null
}

/**
 * Loads the code of a screen when a link to it is pointed at, touched or focused, and that of feeds and posts when the
 * browser is idle. `loadData` loads the data of a link that is pointed at, touched or focused. Neither happens ahead with
 * data saving on, except for code of the link itself.
 */
export function loadAhead(routes: RouteObject[], loadData: LoadData): void {
  const isSaving = savesData()
  watchIntent((link, signal) => {
    void loadMatched(routes, link.pathname)
    if (!isSaving) loadData(link, signal)
  })
  if (isSaving) return
  whenIdle(() => NEXT.map((pathname) => loadMatched(routes, pathname)))
}

/** Runs work that nobody waits for. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: IDLE_WITHIN_MS })
  else setTimeout(work, IDLE_WITHIN_MS)
}

/** Whether the reader has turned on data saving. */
function savesData(): boolean {
  return Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData)
}
