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
