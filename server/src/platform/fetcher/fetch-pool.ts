/** Limits of a pool. */
export interface PoolLimits {
  /** Concurrent fetches. */
  running: number
  /** Per host, so that a slow one doesn't hold up others. */
  runningPerHost: number
  /** Per user. Default: no separate limit. */
  runningPerUser?: number
  /** Per network. Default: no separate limit. */
  runningPerNetwork?: number
  /** Waiting fetches; further ones are refused. */
  waiting: number
  /** Per user. Default: no separate limit. */
  waitingPerUser?: number
  /** Per network. Default: no separate limit. */
  waitingPerNetwork?: number
  /** How long a fetch waits before it is refused. Default: no limit. */
  waitingMs?: number
}

/** The user and host a fetch counts against. */
export interface Fetched {
  host: string
  /** Empty if no user asked for it. */
  userId: string
  /** Prefix of the visitor's address. Default: none. */
  network?: string
}

/** The pool is full. */
export class FetchBusy extends Error {
  override name = 'FetchBusy'
}

interface Waiting {
  fetched: Fetched
  start(): void
  refuse(error: Error): void
}

export interface FetchPool {
  /** Runs the work when a slot is free; throws FetchBusy if the queue is full. */
  run<Result>(fetched: Fetched, work: () => Promise<Result>): Promise<Result>
  /** For a clean stop: running fetches may end, waiting ones are refused. */
  close(): void
}

/**
 * Runs a limited number of fetches at a time: first come, first served among those whose host and user have free slots.
 */
export function createFetchPool(limits: PoolLimits): FetchPool {
  const { running, runningPerHost, waiting } = limits
  const { runningPerUser = running, waitingPerUser = waiting } = limits
  const { runningPerNetwork = running, waitingPerNetwork = waiting, waitingMs } = limits
  const active = new Set<Fetched>()
  const queue: Waiting[] = []

  let isClosed = false

  function hasRoom(fetched: Fetched): boolean {
    if (active.size >= running) return false
    const others = [...active]
    return (
      others.filter(({ host }) => host === fetched.host).length < runningPerHost &&
      ofUser(others, fetched) < runningPerUser &&
      ofNetwork(others, fetched) < runningPerNetwork
    )
  }

  function startNext(): void {
    const index = queue.findIndex(({ fetched }) => hasRoom(fetched))
    if (index < 0) return
    const [next] = queue.splice(index, 1)
    next?.start()
  }

  /** Resolves when the fetch may start and counts as running. */
  function turn(fetched: Fetched): Promise<void> {
    const others = queue.map((other) => other.fetched)
    const isFull =
      queue.length >= waiting ||
      ofUser(others, fetched) >= waitingPerUser ||
      ofNetwork(others, fetched) >= waitingPerNetwork
    if (isClosed || isFull) throw new FetchBusy('Too many fetches wait.')
    return new Promise((resolve, reject) => {
      const tooLate = () => {
        queue.splice(queue.indexOf(entry), 1)
        reject(new FetchBusy('The fetch has waited too long.'))
      }
      const timer = waitingMs === undefined ? undefined : setTimeout(tooLate, waitingMs)
      const start = () => {
        clearTimeout(timer)
        active.add(fetched)
        resolve()
      }
      const refuse = (error: Error) => {
        clearTimeout(timer)
        reject(error)
      }
      const entry = { fetched, start, refuse }
      queue.push(entry)
    })
  }

  return {
    async run(fetched, work) {
      // One object per fetch distinguishes fetches of the same host and user in the set.
      const mine = { ...fetched }
      if (!isClosed && hasRoom(mine)) active.add(mine)
      else await turn(mine)
      try {
        return await work()
      } finally {
        active.delete(mine)
        startNext()
      }
    },
    close() {
      isClosed = true
      for (const { refuse } of queue.splice(0)) refuse(new FetchBusy('The server stops.'))
    },
  }
}

function ofUser(others: Fetched[], { userId }: Fetched): number {
  return userId === '' ? 0 : others.filter((other) => other.userId === userId).length
}

function ofNetwork(others: Fetched[], { network = '' }: Fetched): number {
  return network === '' ? 0 : others.filter((other) => other.network === network).length
}
