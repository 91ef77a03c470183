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

/**
 * Loads the code of a screen when a link to it is pointed at, touched or focused, and that of feeds and posts when the
 * browser is idle. A press then only waits for data.
 */
export function loadAhead(routes: RouteObject[]): void {
  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin === window.location.origin) void loadMatched(routes, link.pathname)
  }
  document.addEventListener('pointerover', point)
  document.addEventListener('focusin', point)
  if (!savesData()) whenIdle(() => NEXT.map((pathname) => loadMatched(routes, pathname)))
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
