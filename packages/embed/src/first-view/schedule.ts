const IDLE_TIMEOUT_MS = 2000
/** A hidden page has no frames. */
const FRAME_TIMEOUT_MS = 100

/** Lets the browser handle input and draw before the work continues. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Waits for the next frame. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FRAME_TIMEOUT_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Waits until the browser is idle, at most two seconds. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, 200)
  })
}

/** Waits until the current content is on the screen, which is when the frame after the next one starts. */
export function untilPainted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}
