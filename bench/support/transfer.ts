import type { Browser, Page } from 'playwright'

/** One file or answer that a page loaded. */
export interface Transfer {
  url: string
  /** `Script`, `Stylesheet`, `Fetch`, `Document`, … */
  type: string
  /** Bytes of the body as they came over the line. */
  bytes: number
}

/** Writes down what a page loads, in the order of arrival, in bytes over the line. */
export async function recordTransfers(page: Page): Promise<Transfer[]> {
  const transfers: Transfer[] = []
  const session = await page.context().newCDPSession(page)
  const started = new Map<string, { url: string; type: string; headers: number }>()
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    started.set(requestId, { url: response.url, type, headers: response.encodedDataLength })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { url, type, headers } = started.get(requestId) ?? { url: '', type: '', headers: 0 }
    transfers.push({ url, type, bytes: Math.max(0, encodedDataLength - headers) })
  })
  await session.send('Network.enable')
  return transfers
}

/** Makes the page's processor so many times slower. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** Watches for layout shifts from the next page on; returns the way to read their sum. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { stoaSeen: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { stoaSeen: { shift: number } }).stoaSeen.shift)
}

/** What the page saw when an element was first on the screen. */
export interface FirstSight {
  /** Milliseconds since the page began. */
  at: number
  /** Addresses of everything that the page had asked for until then. */
  requested: string[]
}

/** Watches, from the next page on, for an element in the shadow root of a host; returns the way to wait for it. */
export async function watchFirst(
  page: Page,
  about: { host: string; selector: string },
): Promise<() => Promise<FirstSight>> {
  await page.addInitScript(({ host, selector }) => {
    const look = () => {
      if (!document.querySelector(host)?.shadowRoot?.querySelector(selector)) {
        requestAnimationFrame(look)
        return
      }
      // This frame is on the screen when the next one begins.
      requestAnimationFrame((at) => {
        const asked = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < at)
        Object.assign(window, { stoaFirst: { at, requested: asked.map(({ name }) => name) } })
      })
    }
    requestAnimationFrame(look)
  }, about)
  return async () => {
    await page.waitForFunction(() => 'stoaFirst' in window)
    return page.evaluate(() => (window as unknown as { stoaFirst: FirstSight }).stoaFirst)
  }
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of processor time. */
  tdur?: number
  args?: { name?: string; data?: { documentLoaderURL?: string } }
}

/** Processes that have drawn a page: the browser has others for its own pages. */
const processes = new WeakMap<Page, Set<number>>()

/**
 * Records the tasks of a page's main thread; the way to stop gives the longest in ms of processor time, which other work
 * of the machine does not make longer as it does the time on the clock.
 */
export async function recordTasks(browser: Browser, page: Page): Promise<() => Promise<number>> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] })
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
    const own = processes.get(page) ?? new Set<number>()
    processes.set(page, own)
    const origin = new URL(page.url()).origin
    for (const { pid, args } of traceEvents) if (args?.data?.documentLoaderURL?.startsWith(origin)) own.add(pid)
    const mains = new Set(
      traceEvents
        .filter(({ pid, name, args }) => own.has(pid) && name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid}/${tid}`),
    )
    const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid}/${tid}`))
    if (tasks.length === 0) throw new Error('the browser recorded no tasks')
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
  }
}
