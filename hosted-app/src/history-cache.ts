import type { LoaderFunction } from 'react-router'

const KEPT = 30
/** The router's key of the first history entry. */
const FIRST = 'default'

/** Returns loaded data to loaders when the reader goes back or forward. */
export interface HistoryCache {
  /** Wraps a loader: going back or forward returns earlier data, without a request. */
  remember<Loader extends LoaderFunction>(loader: Loader): Loader
  /** Stores the data of a history entry by the router's location key. */
  keep(key: string, data: unknown): void
  /** Clears everything when the viewer changes. */
  clear(): void
}

/** Caches loaded pages by history entry. On the server (no `window`) it caches nothing. */
export function createHistoryCache(): HistoryCache {
  const pages = new Map<string, unknown>()
  let target: string | null = null
  if (typeof window !== 'undefined') {
    // Runs before the router's own listener, so that its loaders know the target entry.
    const note = (event: PopStateEvent) => {
      target = (event.state as { key?: string } | null)?.key ?? FIRST
    }
    window.addEventListener('popstate', note, { capture: true })
  }

  return {
    remember(loader) {
      const remembered: LoaderFunction = (argument, context) => {
        const key = target
        target = null
        return key !== null && pages.has(key) ? pages.get(key) : loader(argument, context)
      }
      return remembered as typeof loader
    },
    keep(key, data) {
      pages.delete(key)
      pages.set(key, data)
      if (pages.size > KEPT) pages.delete(pages.keys().next().value as string)
    },
    clear: () => pages.clear(),
  }
}
