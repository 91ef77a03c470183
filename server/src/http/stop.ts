import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Readiness } from './health.ts'

const IDLE_MS = 1000
const LONGEST_MS = 15_000

/**
 * Stops a server without failing a request: no new connections, what runs is finished, and each connection is told to
 * close with its next answer. Node's own `close` would cut idle connections at once, also under a request on its way.
 */
export async function stopGracefully(server: Server, readiness: Readiness): Promise<void> {
  readiness.accepting = false
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  const timers = [
    setTimeout(() => server.closeIdleConnections(), IDLE_MS),
    setTimeout(() => server.closeAllConnections(), LONGEST_MS),
  ]
  await closed
  for (const timer of timers) clearTimeout(timer)
}
