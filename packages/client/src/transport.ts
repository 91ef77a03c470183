/** Sends a request, with the shape of `fetch`. Retries are safe because every write carries a key. */
export type Transport = (url: string, request: TransportRequest) => Promise<Response>

/** The part of `RequestInit` that calls use. */
export interface TransportRequest {
  method: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
  cache?: RequestCache
}

/** Total tries, including the first. */
export const MAX_TRIES = 4
/** Statuses that are safe to retry. */
export const RETRIED_STATUSES: readonly number[] = [502, 503, 504]
/** The longest `Retry-After` that is awaited, in milliseconds. With a longer one the person decides. */
export const MAX_RETRY_AFTER_MS = 10_000
/** Timeout of one try. */
export const TIMEOUT_MS = 20_000
/** The response with its whole body, which may stall: call it within the timeout. */
export async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer()
  return new Response(body.byteLength > 0 ? body : null, response)
}
/** Pause after the n-th try (from 1), in milliseconds: 0.3 s, 0.6 s, 1.2 s, each reduced by up to half at random. */
export function backoffMs(tries: number): number {
  return 300 * 2 ** (tries - 1) * (1 - Math.random() / 2)
}
