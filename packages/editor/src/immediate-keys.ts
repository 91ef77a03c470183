/** Events that add blocks. */
const ADDING = ['keydown', 'click', 'drop'] as const

/**
 * Makes Editor.js handle keys in a new block at once. It normally waits until the browser is idle, up to two seconds on
 * a busy one. Until then Enter creates no block, and a slash opens no menu. Its event handlers are therefore told that
 * the browser is idle.
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
        // Restores even if the event is stopped.
        setTimeout(restore)
      },
      { capture: true, signal },
    )
    window.addEventListener(name, restore, { signal })
  }
}
