/** Runs works a few at a time; the others wait in line. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** `refuse` makes the error for a work that finds `waitingMax` waiting already. Default: any number may wait. */
export function createConcurrencyLimit(about: {
  runningMax: number
  waitingMax?: number
  refuse?: () => Error
}): ConcurrencyLimit {
  const { runningMax, waitingMax = Number.POSITIVE_INFINITY, refuse = () => new Error('Too many wait.') } = about
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw refuse()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The place goes to the next one in line, or is given up.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
