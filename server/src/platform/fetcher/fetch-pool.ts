/** Bounds of one pool. */
export interface PoolLimits {
  /** Fetches under way at the same time. */
  running: number
  /** Of these, for one host: a slow one must not hold up the others. */
  runningPerHost: number
  /** Of these, for one user. Default: no bound of its own. */
  runningPerUser?: number
  /** Of these, for one network. Default: no bound of its own. */
  runningPerNetwork?: number
  /** Fetches that wait; one more is refused. */
  waiting: number
  /** Of these, for one user. Default: no bound of its own. */
  waitingPerUser?: number
  /** Of these, for one network. Default: no bound of its own. */
  waitingPerNetwork?: number
  /** How long a fetch waits before it is refused. Default: as long as it takes. */
  waitingMs?: number
}

/** Whom a fetch is for, and which host it asks. */
export interface Fetched {
  host: string
  /** Empty where nobody in particular has asked for it. */
  userId: string
  /** Prefix of the visitor's address. Default: nobody's. */
  network?: string
}

/** The pool has as much to do as it takes on. */
export class FetchBusy extends Error {
  override name = 'FetchBusy'
}

interface Waiting {
  fetched: Fetched
  start(): void
  refuse(error: Error): void
}

export interface FetchPool {
  /** Does the work when its turn comes; throws FetchBusy where it would have to wait behind too much. */
  run<Result>(fetched: Fetched, work: () => Promise<Result>): Promise<Result>
  /** For a clean stop: what runs may end, what waits is refused. */
  close(): void
}

/** Runs fetches a few at a time, first come first served among those whose host and user have room left. */
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

  /** Resolves once the fetch may start; from then on it counts as running. */
  function turn(fetched: Fetched): Promise<void> {
    const others = queue.map((other) => other.fetched)
    const isFull =
      queue.length >= waiting ||
      ofUser(others, fetched) >= waitingPerUser ||
      ofNetwork(others, fetched) >= waitingPerNetwork
    if (isClosed || isFull) throw new FetchBusy('Too many fetches wait.')
    return new Promise((resolve, reject) => {
      const tooLate = () => {
        queue.splice(queue.indexOf(place), 1)
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
      const place = { fetched, start, refuse }
      queue.push(place)
    })
  }

  return {
    async run(fetched, work) {
      // One object per fetch: the set tells fetches of the same host and user apart.
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
