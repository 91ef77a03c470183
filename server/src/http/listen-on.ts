import { once } from 'node:events'
import type { Server, ServerOptions } from 'node:http'

export interface ListenAddress {
  /** IP address; `0.0.0.0` or `::` for all interfaces. */
  host: string
  /** 0: any free port. */
  port: number
}

/**
 * How long idle connections stay open, in ms. Longer than the usual minute of proxies, so that the proxy closes first;
 * otherwise it may send a request on a closing connection and respond with 502.
 */
const KEEP_ALIVE = 75_000

/** Starts listening; throws if the address is in use or not local. */
export async function listenOn(server: Server, { host, port }: ListenAddress): Promise<void> {
  server.keepAliveTimeout = KEEP_ALIVE
  await once(server.listen({ host, port }), 'listening')
}

/** How long a request may take to arrive, in ms, so that slow senders don't hold connections and memory. */
const REQUEST_MS = 30_000

/** Options of the HTTP server: Node closes a connection if a request, body included, has not arrived in time. */
export function serverOptions({ requestMs = REQUEST_MS }: { requestMs?: number } = {}): ServerOptions {
  return { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 10 }
}
