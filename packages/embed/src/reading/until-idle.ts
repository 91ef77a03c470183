const WITHIN_MS = 2000

/** Waits until the browser has nothing better to do. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: WITHIN_MS })
    else setTimeout(resolve, 200)
  })
}
