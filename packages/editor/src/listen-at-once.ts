/** Events by which blocks are added. */
const ADDING = ['keydown', 'click', 'drop'] as const

/**
 * Editor.js listens to the keys of a new block once the browser is idle, on a busy one up to two seconds later. Until then
 * Enter makes no block there, and a slash opens no menu. So while it handles an event it is told that the browser is idle.
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
        // Where somebody stops the event.
        setTimeout(restore)
      },
      { capture: true, signal },
    )
    window.addEventListener(name, restore, { signal })
  }
}
