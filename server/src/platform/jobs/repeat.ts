import type { Logger } from '../logging/logger.ts'

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
