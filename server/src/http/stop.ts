import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Readiness } from './health.ts'

const IDLE_MS = 1000
const LONGEST_MS = 15_000
/** Node's default backlog of a port. */
const QUEUE = 511

/**
 * Stops a server without failing a request: accepts no new connections, finishes running requests, and closes each
 * connection with its next response. Node's own `close` would cut idle connections at once, even with a request on its
 * way. `onClosed` runs when the port is closed: clients that reconnect then go elsewhere.
 */
export async function stopGracefully(server: Server, readiness: Readiness, onClosed = () => {}): Promise<void> {
  await acceptBacklog(server)
  readiness.accepting = false
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  onClosed()
  const timers = [
    setTimeout(() => server.closeIdleConnections(), IDLE_MS),
    setTimeout(() => server.closeAllConnections(), LONGEST_MS),
  ]
  await closed
  for (const timer of timers) clearTimeout(timer)
}

/**
 * Waits until a turn of the event loop brings no connection. The system has accepted those in the port's backlog,
 * requests included, and would reset them when the port closes; each turn accepts one. Until then no client is told to
 * close, since it would reconnect into the backlog. Turns may be slow in a busy process, so they are counted, not
 * timed.
 */
async function acceptBacklog(server: Server): Promise<void> {
  const until = performance.now() + IDLE_MS
  let hasCome = true
  const note = () => {
    hasCome = true
  }
  server.on('connection', note)
  // Waits for the end of this turn, so that the next one is complete.
  await nextTurn()
  for (let turns = 0; hasCome && (turns < QUEUE || performance.now() < until); turns += 1) {
    hasCome = false
    await nextTurn()
  }
  server.off('connection', note)
}
