const listeners = new Set<() => void>()
let observer: MutationObserver | null = null

const tell = () => {
  for (const listener of listeners) listener()
}

/**
 * Tells when the page may have become another one without being loaded: its application navigated, or its head says
 * something else. One set of listeners serves all elements. Returns what ends it.
 */
export function onPageChange(listener: () => void): () => void {
  listeners.add(listener)
  if (!observer) {
    observer = new MutationObserver(tell)
    observer.observe(document.head, { subtree: true, childList: true, attributeFilter: ['href', 'content'] })
    addEventListener('popstate', tell)
    window.navigation?.addEventListener('navigatesuccess', tell)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    observer?.disconnect()
    observer = null
    removeEventListener('popstate', tell)
    window.navigation?.removeEventListener('navigatesuccess', tell)
  }
}
