import type { BrowserContext, Page } from '@playwright/test'

/** Smaller shifts are rounding and fonts, which depend on the machine. */
const NOTABLE = 0.01

/** Records layout shifts without user input on all pages that open from now on. */
export async function recordLayoutShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript((notable) => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
      })[]) {
        if (entry.value < notable) continue
        const place = ({ x, y, width, height }: DOMRectReadOnly) => `${width}×${height} at ${x},${y}`
        const nodes = entry.sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.className || node.outerHTML.slice(0, 120) : node?.textContent
          return `${name} (${place(previousRect)} → ${place(currentRect)})`
        })
        shifts.push(`${entry.value.toPrecision(2)} ${nodes.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, NOTABLE)
}

/** The recorded shifts of a page, with the elements that moved. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
}
