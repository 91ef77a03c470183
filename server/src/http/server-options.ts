import type { ServerOptions } from 'node:http'

/** How long a request may take to arrive, in ms. Who sends slower keeps a connection and memory for nothing. */
const REQUEST_MS = 30_000

/** Options of the HTTP server: Node ends a connection whose request, its body included, has not arrived in time. */
export function serverOptions({ requestMs = REQUEST_MS }: { requestMs?: number } = {}): ServerOptions {
  return { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 10 }
}
