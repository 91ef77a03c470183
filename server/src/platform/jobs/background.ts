import type { Logger } from '../logging/logger.ts'

/** Work that nobody waits for, such as reading a page that somebody has linked. */
export interface Background {
  /** Starts the work; a failure is logged and goes no further. */
  run(name: string, work: () => Promise<void>): void
  /** Resolves when everything that was started has ended; for a clean stop and for tests. */
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

/** Share of the interval by which each turn is shifted, so that processes started together do not stay in step. */
const JITTER = 0.2

/** Runs work of this process at an interval, never twice at a time. A failure is logged; the next turn tries again. */
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
    /** Begins nothing new and waits for what runs. */
    async stop(): Promise<void> {
      isStarted = false
      clearTimeout(timer)
      await running
    },
  }
}

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
