/** Events that add blocks. */
const ADDING = ['keydown', 'click', 'drop'] as const

/**
 * Editor.js listens to the keys of a new block only once the browser is idle, up to two seconds later on a busy one.
 * Until then Enter creates no block, and a slash opens no menu. So during its event handlers the browser is reported as
 * idle.
 */
export function listenAtOnce(holder: HTMLElement, signal: AbortSignal): void {
  const whenIdle = window.requestIdleCallback
  const atOnce: typeof whenIdle = (callback) => {
    callback({ didTimeout: true, timeRemaining: () => 0 })
    return 0
  }
  const restore = () => {
    if (window.requestIdleCallback === atOnce) window.requestIdleCallback = whenIdle
  }
  for (const name of ADDING) {
    window.addEventListener(
      name,
      ({ target }) => {
        if (!holder.contains(target as Node) || window.requestIdleCallback !== whenIdle) return
        window.requestIdleCallback = atOnce
        // In case somebody stops the event.
        setTimeout(restore)
      },
      { capture: true, signal },
    )
    window.addEventListener(name, restore, { signal })
  }
}
