import ky, { isHTTPError } from 'ky'
import {
  backoffMs,
  MAX_RETRY_AFTER_MS,
  MAX_TRIES,
  RETRIED_STATUSES,
  readWhole,
  TIMEOUT_MS,
  type Transport,
} from './transport.ts'

/** Options of `createKyTransport`. */
export interface KyTransportOptions {
  /** Default: the global `fetch`, looked up at each request. */
  fetch?: typeof fetch
  /** Called before each retry with the number of tries so far, for logs and metrics. */
  onRetry?: (tries: number) => void
}

/** A transport on ky, for applications that can afford its size, such as the forum. Follows the same rules as the small one. */
export function createKyTransport(options: KyTransportOptions = {}): Transport {
  const instance = ky.create({
    fetch: async (request, init) => readWhole(await (options.fetch ?? fetch)(request, init)),
    timeout: TIMEOUT_MS,
    retry: {
      limit: MAX_TRIES - 1,
      methods: ['get', 'post'],
      statusCodes: [...RETRIED_STATUSES],
      afterStatusCodes: [...RETRIED_STATUSES],
      retryOnTimeout: true,
      delay: backoffMs,
      maxRetryAfter: MAX_RETRY_AFTER_MS,
      shouldRetry: ({ error }) => !(isHTTPError(error) && exceedsMaxRetryAfter(error.response)) && undefined,
    },
    hooks: { beforeRetry: [({ retryCount }) => options.onRetry?.(retryCount)] },
  })
  return async (url, request) => {
    try {
      return await instance(url, request)
    } catch (error) {
      // The client handles error statuses itself.
      if (isHTTPError(error)) return error.response
      throw error
    }
  }
}

function exceedsMaxRetryAfter(response: Response): boolean {
  return Number(response.headers.get('retry-after') ?? 0) * 1000 > MAX_RETRY_AFTER_MS
}
