import type { LoaderFunction } from 'react-router'

const KEPT = 30
/** The router's key of the entry that the visit began with. */
const FIRST = 'default'

/** Gives loaders back what they loaded when the reader goes back or forward. */
export interface HistoryCache {
  /** The same loader, but going back or forward shows what was there, without a request. */
  remember<Loader extends LoaderFunction>(loader: Loader): Loader
  /** Keeps what an entry of the history shows, by the router's location key. */
  keep(key: string, data: unknown): void
  /** Forgets everything: for when somebody signs in or out. */
  clear(): void
}

/** Remembers loaded pages by their entry in the browser's history. On the server (no `window`) it remembers nothing. */
export function createHistoryCache(): HistoryCache {
  const pages = new Map<string, unknown>()
  let target: string | null = null
  if (typeof window !== 'undefined') {
    // In front of the router's own listener: when its loaders run, the entry gone to is known.
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
