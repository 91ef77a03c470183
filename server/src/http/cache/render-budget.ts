import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../../platform/domain-error.ts'
import { addressBuckets, clientAddress, type TrustProxy } from '../../platform/security/address.ts'

/** Share of time one network may use for rendering. */
const SHARE = 0.25
/** Burst of an idle network, in ms. */
const BURST_MS = 250
/** Waiting requests per network; a browser sends one or two. */
const WAITING_MAX = 16
/** Waiting requests of all networks. */
const ALL_WAITING_MAX = 500
/** Networks whose budget is tracked; after an idle second it is full again. */
const NETWORKS_MAX = 20_000
/** Concurrent renderings, since most wait for the database at times; one per network. */
const RUNNING_MAX = 4

/** Shares rendering time fairly among readers. */
export interface RenderBudget {
  /**
   * Waits until the request may be rendered; until the response, its time counts against the network's budget. Throws
   * RATE_LIMITED if too many of the network wait, BUSY if too many wait in total. A request is admitted once.
   */
  admit(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** The network whose budget a request uses. */
  networkOf(request: IncomingMessage): string
}

interface Waiting {
  start(): void
  response: ServerResponse
}

interface Network {
  /** Remaining rendering time in ms; negative after a long one. */
  credit: number
  /** When the credit was last updated. */
  since: number
  isRunning: boolean
  waiting: Waiting[]
}

/** Networks take turns. IPv6 counts by /48, because the owner of one can change address at will. */
export function createRenderBudget(about: {
  /** Multiplies the allowance, for tests and benchmarks. */
  scale: number
  trustProxy: TrustProxy
  /** Default: the process's monotonic time. */
  now?: () => number
}): RenderBudget {
  const { scale, trustProxy, now = () => performance.now() } = about
  const factor = Math.max(1, scale)
  const share = Math.min(1, SHARE * factor)
  const burst = BURST_MS * factor
  const waitingMax = WAITING_MAX * factor
  const networks = new LRUCache<string, Network>({ max: NETWORKS_MAX })
  /** Networks with waiting requests, in order of their turns. */
  const queue = new Set<Network>()
  const admitted = new WeakMap<IncomingMessage, Promise<void>>()
  let running = 0
  let waiting = 0
  let timer: NodeJS.Timeout | null = null

  function refill(network: Network): void {
    const at = now()
    network.credit = Math.min(burst, network.credit + (at - network.since) * share)
    network.since = at
  }

  function networkOf(prefix: string): Network {
    const existing = networks.get(prefix)
    if (existing) return existing
    const network = { credit: burst, since: now(), isRunning: false, waiting: [] }
    networks.set(prefix, network)
    return network
  }

  function run(network: Network, { start, response }: Waiting): void {
    const since = now()
    network.isRunning = true
    running += 1
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      refill(network)
      network.credit -= now() - since
      network.isRunning = false
      running -= 1
      // In the next turn, so that others are served between two renderings.
      setImmediate(next)
    }
    // Counted before it is sent, so that slow clients hold nobody up.
    response.once('prefinish', end)
    response.once('close', end)
    start()
  }

  /** Starts waiting requests if possible. The network whose last turn is longest ago comes first. */
  function next(): void {
    let soonest = Number.POSITIVE_INFINITY
    for (const network of [...queue]) {
      if (running >= RUNNING_MAX) return
      if (network.isRunning) continue
      refill(network)
      if (network.credit <= 0) {
        soonest = Math.min(soonest, -network.credit / share)
        continue
      }
      const first = network.waiting[0]
      if (first) leave(network, first)
      if (queue.delete(network)) queue.add(network)
      if (first) run(network, first)
    }
    if (timer) clearTimeout(timer)
    timer = soonest === Number.POSITIVE_INFINITY ? null : setTimeout(next, Math.ceil(soonest) + 1).unref()
  }

  function leave(network: Network, entry: Waiting): boolean {
    const at = network.waiting.indexOf(entry)
    if (at < 0) return false
    network.waiting.splice(at, 1)
    waiting -= 1
    if (network.waiting.length === 0) queue.delete(network)
    return true
  }

  function prefixOf(request: IncomingMessage): string {
    return addressBuckets(clientAddress(request, trustProxy)).at(-1)?.prefix ?? ''
  }

  function enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const network = networkOf(prefixOf(request))
    if (network.waiting.length >= waitingMax) {
      const retryAfterMs = Math.max(1000, -network.credit / share)
      return Promise.reject(new DomainError('RATE_LIMITED', { retryAfterMs }))
    }
    if (waiting >= ALL_WAITING_MAX) return Promise.reject(new DomainError('BUSY', { retryAfterMs: 1000 }))
    return new Promise((resolve, reject) => {
      const entry: Waiting = { start: resolve, response }
      network.waiting.push(entry)
      waiting += 1
      queue.add(network)
      // The client has disconnected.
      response.once('close', () => {
        if (leave(network, entry)) reject(new DomainError('BUSY'))
      })
      next()
    })
  }

  return {
    admit(request, response) {
      const admission = admitted.get(request)
      if (admission) return admission
      const entered = enter(request, response)
      admitted.set(request, entered)
      return entered
    },
    networkOf: prefixOf,
  }
}
