import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Readiness } from './health.ts'

const IDLE_MS = 1000
const LONGEST_MS = 15_000
/** As many connections as the system keeps for Node in a port's queue, unless it is told otherwise. */
const QUEUE = 511

/**
 * Stops a server without failing a request: no new connections, what runs is finished, and each connection is told to
 * close with its next answer. Node's own `close` would cut idle connections at once, also under a request on its way.
 * `onClosed` runs when the port is closed: what reconnects then goes elsewhere.
 */
export async function stopGracefully(server: Server, readiness: Readiness, onClosed = () => {}): Promise<void> {
  await takeInWaiting(server)
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
 * Until a turn of the event loop brings no connection. The system has accepted those in the port's queue, requests and
 * all, and would cut them when the port closes; one turn takes in one of them. Nobody is told to close before: who does
 * so comes back at once, into that queue. Turns may be long when the process is busy, so a full queue gets its turns
 * however long they take.
 */
async function takeInWaiting(server: Server): Promise<void> {
  const until = performance.now() + IDLE_MS
  let hasCome = true
  const note = () => {
    hasCome = true
  }
  server.on('connection', note)
  // From wherever this turn is to where each one ends, so that the next one is a whole one.
  await nextTurn()
  for (let turns = 0; hasCome && (turns < QUEUE || performance.now() < until); turns += 1) {
    hasCome = false
    await nextTurn()
  }
  server.off('connection', note)
}
