/** What carries a request: the shape of `fetch`. It retries what may be retried; every write carries a key that makes this safe. */
export type Transport = (url: string, request: TransportRequest) => Promise<Response>

/** The part of `RequestInit` that calls use. */
export interface TransportRequest {
  method: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
  cache?: RequestCache
}

/** Tries in all, the first included. */
export const MAX_TRIES = 4
/** Answers that mean: nothing was done, come again. */
export const RETRIED_STATUSES: readonly number[] = [502, 503, 504]
/** A longer `Retry-After` is left to the person, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 10_000
/** One try may take this long. */
export const TIMEOUT_MS = 20_000
/** Pause before the try after the n-th (from 1), in milliseconds: 0.3 s, 0.6 s, 1.2 s, each cut by up to half at random. */
export function backoffMs(tries: number): number {
  return 300 * 2 ** (tries - 1) * (1 - Math.random() / 2)
}
