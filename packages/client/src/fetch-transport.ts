import {
  backoffMs,
  MAX_RETRY_AFTER_MS,
  MAX_TRIES,
  RETRIED_STATUSES,
  readWhole,
  TIMEOUT_MS,
  type Transport,
} from './transport.ts'

/** Options of `createFetchTransport`. */
export interface FetchTransportOptions {
  /** Default: the global `fetch`, looked up at each request. */
  fetch?: typeof fetch
  /** For tests. Default: a timer. */
  sleep?: (ms: number) => Promise<void>
}

/** A small transport on native `fetch`: retries network failures and 502, 503, 504, and respects `Retry-After`. */
export function createFetchTransport(options: FetchTransportOptions = {}): Transport {
  const sleep = options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  return async (url, request) => {
    for (let tries = 1; ; tries += 1) {
      const isLast = tries === MAX_TRIES
      let wait = backoffMs(tries)
      try {
        const response = await once(options.fetch ?? fetch, { url, request })
        if (isLast || !RETRIED_STATUSES.includes(response.status)) return response
        const retryAfter = retryAfterMs(response)
        if (retryAfter > MAX_RETRY_AFTER_MS) return response
        wait = Math.max(wait, retryAfter)
      } catch (error) {
        if (isLast || request.signal?.aborted) throw error
      }
      await sleep(wait)
      request.signal?.throwIfAborted()
    }
  }
}

async function once(send: typeof fetch, { url, request }: { url: string; request: Parameters<Transport>[1] }) {
  const controller = new AbortController()
  const abort = () => controller.abort(request.signal?.reason)
  const timer = setTimeout(abort, TIMEOUT_MS)
  request.signal?.addEventListener('abort', abort)
  try {
    request.signal?.throwIfAborted()
    return await readWhole(await send(url, { ...request, signal: controller.signal }))
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', abort)
  }
}

function retryAfterMs(response: Response): number {
  return Number(response.headers.get('retry-after') ?? 0) * 1000 || 0
}
