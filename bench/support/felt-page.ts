import type { Page } from 'playwright'

/** What somebody felt of one step. */
export interface Felt {
  /** From the worst interaction to the next paint, as the browser reports it: in steps of 8 ms, 16 if shorter. */
  paintMs: number
  /** The kind of that event. */
  event: string
  /** From the last click to the first frame with the result. */
  shownMs: number
}

interface FeltWindow {
  stoaFelt: { paintMs: number; event: string; clickedAt: number; shownAt: number; observer: PerformanceObserver }
}

/** Time for events to be reported, which happens after the frame. */
const SETTLE_MS = 400

/** Watches interactions of the page, and for an element that appears with the result. */
export async function watchFelt(page: Page, shown: string): Promise<void> {
  // Playwright's own selectors can't be watched from within the page.
  const selector = /:has-text|:text-is/.test(shown) ? 'html' : shown
  await page.evaluate((css) => {
    const felt: FeltWindow['stoaFelt'] = {
      paintMs: 16,
      event: 'none',
      clickedAt: Number.NaN,
      shownAt: Number.NaN,
      observer: new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
          if (entry.interactionId === 0 || entry.duration <= felt.paintMs) continue
          felt.paintMs = entry.duration
          felt.event = entry.name
        }
      }),
    }
    felt.observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    const click = ({ timeStamp }: Event) => {
      felt.clickedAt = timeStamp
      felt.shownAt = Number.NaN
      const look = () => {
        if (!document.querySelector(css)) return requestAnimationFrame(look)
        // The frame that shows it ends before the next message.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => (felt.shownAt = performance.now())
        return port2.postMessage(null)
      }
      requestAnimationFrame(look)
    }
    addEventListener('click', click, { capture: true })
    Object.assign(window, { stoaFelt: felt } satisfies FeltWindow)
  }, selector)
}

/** What was felt since `watchFelt`. */
export async function collectFelt(page: Page): Promise<Felt> {
  await page.waitForTimeout(SETTLE_MS)
  return page.evaluate(() => {
    const { paintMs, event, clickedAt, shownAt, observer } = (window as unknown as FeltWindow).stoaFelt
    observer.disconnect()
    return { paintMs, event, shownMs: shownAt - clickedAt }
  })
}
