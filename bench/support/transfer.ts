import type { Browser, Page } from 'playwright'

/** One file or response that a page loaded. */
export interface Transfer {
  url: string
  /** `Script`, `Stylesheet`, `Fetch`, `Document`, … */
  type: string
  /** Size of the body as transferred. */
  bytes: number
}

/** Records what a page loads, in order of arrival, with transferred bytes. */
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

/** Slows down the page's processor by a factor. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** Watches for layout shifts from the next navigation on; returns a function that resolves to their sum. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const total = { shift: 0 }
    Object.assign(window, { stoaSeen: total })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { stoaSeen: { shift: number } }).stoaSeen.shift)
}

/** State of the page when an element first became visible. */
export interface FirstSight {
  /** Milliseconds since navigation. */
  at: number
  /** Addresses of everything that the page had requested by then. */
  requested: string[]
}

/** Waits, from the next navigation on, for an element in a host's shadow root. */
export async function watchFirst(
  page: Page,
  about: { host: string; selector: string },
): Promise<() => Promise<FirstSight>> {
  await page.addInitScript(({ host, selector }) => {
    const check = () => {
      if (!document.querySelector(host)?.shadowRoot?.querySelector(selector)) {
        requestAnimationFrame(check)
        return
      }
      // When the next frame begins, this one is visible.
      requestAnimationFrame((at) => {
        const requested = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < at)
        Object.assign(window, { stoaFirst: { at, requested: requested.map(({ name }) => name) } })
      })
    }
    requestAnimationFrame(check)
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
  /** Processor time in microseconds. */
  tdur?: number
  args?: { name?: string; data?: { documentLoaderURL?: string } }
}

/** Processes that have rendered a page; the browser has others for its own pages. */
const processes = new WeakMap<Page, Set<number>>()

/**
 * Records the tasks of a page's main thread. The returned function stops and resolves to the longest one's processor
 * time in ms, which unlike wall time doesn't depend on other load.
 */
export async function recordTasks(browser: Browser, page: Page): Promise<() => Promise<number>> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] })
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
    const processIds = processes.get(page) ?? new Set<number>()
    processes.set(page, processIds)
    const origin = new URL(page.url()).origin
    for (const { pid, args } of traceEvents) if (args?.data?.documentLoaderURL?.startsWith(origin)) processIds.add(pid)
    const mains = new Set(
      traceEvents
        .filter(
          ({ pid, name, args }) => processIds.has(pid) && name === 'thread_name' && args?.name === 'CrRendererMain',
        )
        .map(({ pid, tid }) => `${pid}/${tid}`),
    )
    const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid}/${tid}`))
    if (tasks.length === 0) throw new Error('the browser recorded no tasks')
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
  }
}
