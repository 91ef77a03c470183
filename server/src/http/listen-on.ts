import { once } from 'node:events'
import type { Server, ServerOptions } from 'node:http'

export interface ListenAddress {
  /** IP address; `0.0.0.0` or `::` for all of the machine's. */
  host: string
  /** 0: any free one. */
  port: number
}

/**
 * Milliseconds that an idle connection stays open: longer than the minute for which proxies keep theirs, so that it is
 * the proxy that closes. Otherwise it sends a request into a connection that is just going, and answers 502.
 */
const KEEP_ALIVE = 75_000

/** Starts to listen; throws when the address is taken or not this machine's. */
export async function listenOn(server: Server, { host, port }: ListenAddress): Promise<void> {
  server.keepAliveTimeout = KEEP_ALIVE
  await once(server.listen({ host, port }), 'listening')
}

/** How long a request may take to arrive, in ms. Who sends slower keeps a connection and memory for nothing. */
const REQUEST_MS = 30_000

/** Options of the HTTP server: Node ends a connection whose request, its body included, has not arrived in time. */
export function serverOptions({ requestMs = REQUEST_MS }: { requestMs?: number } = {}): ServerOptions {
  return { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 10 }
}
