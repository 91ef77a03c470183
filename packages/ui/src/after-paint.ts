/** A hidden page has no frames. */
const FRAME_TIMEOUT_MS = 100

/** Runs work after the next frame, so that the reader first sees that something happens. */
export function afterPaint(work: () => void): void {
  let isDone = false
  const run = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    work()
  }
  const timer = setTimeout(run, FRAME_TIMEOUT_MS)
  requestAnimationFrame(() => setTimeout(run))
}
