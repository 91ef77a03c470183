import type { Logger } from '../logging/logger.ts'

/** Work that nothing waits for, such as reading a linked page. */
export interface Background {
  /** Starts the work; failures are only logged. */
  run(name: string, work: () => Promise<void>): void
  /** Resolves when all started work has ended; for clean stops and tests. */
  settled(): Promise<void>
}

export function createBackground({ logger }: { logger: Logger }): Background {
  const running = new Set<Promise<void>>()
  return {
    run(name, work) {
      const task = work()
        .catch((error: unknown) => logger.info({ err: error, work: name }, 'background work failed'))
        .finally(() => running.delete(task))
      running.add(task)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** Random share of the interval added to each run, so that processes started together drift apart. */
const JITTER = 0.2

/** Runs a task at an interval, never twice at once. Failures are logged; the next run tries again. */
export function repeat(about: { name: string; everyMs: number; run(): Promise<unknown>; logger: Logger }) {
  const { name, everyMs, run, logger } = about
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStarted = false

  function plan(): void {
    if (!isStarted) return
    timer = setTimeout(turn, everyMs * (1 + JITTER * (Math.random() - 0.5)))
  }

  function turn(): void {
    running = run()
      .then(
        () => {},
        (error: unknown) => logger.error({ err: error, task: name }, 'repeated task failed'),
      )
      .finally(plan)
  }

  return {
    start(): void {
      isStarted = true
      plan()
    },
    /** Starts nothing new and waits for the current run. */
    async stop(): Promise<void> {
      isStarted = false
      clearTimeout(timer)
      await running
    },
  }
}

/** Limits concurrency; further work waits in line. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** `refuse` creates the error for work that finds `waitingMax` already waiting. Default: no limit. */
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
      // Passes the slot to the next in line.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
