import type { Logger } from '../lib/logger.ts'

/** Work that is due again and again. Any number of processes may do it at the same time. */
export interface Job {
  name: string
  everyMs: number
  run(): Promise<unknown>
  /** Makes a turn that takes long end early; what is left is for the next start. */
  stop?(): void
}

export interface Jobs {
  start(): void
  /** Begins nothing new and waits for what runs. */
  stop(): Promise<void>
}

/** Share of an interval by which each turn is shifted, so that processes started together do not stay in step. */
const JITTER = 0.2

/** Runs each job at its interval, never twice at a time in this process; a failure is logged and tried again at the next turn. */
export function createJobs({ jobs, logger }: { jobs: Job[]; logger: Logger }): Jobs {
  const timers = new Map<Job, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let isStarted = false

  async function run(job: Job): Promise<void> {
    try {
      await job.run()
    } catch (error) {
      logger.error({ err: error, job: job.name }, 'job failed')
    }
  }

  function plan(job: Job): void {
    if (!isStarted) return
    const wait = job.everyMs * (1 + JITTER * (Math.random() - 0.5))
    timers.set(
      job,
      setTimeout(() => {
        const turn = run(job).finally(() => {
          running.delete(turn)
          plan(job)
        })
        running.add(turn)
      }, wait),
    )
  }

  return {
    start() {
      isStarted = true
      for (const job of jobs) plan(job)
    },
    async stop() {
      isStarted = false
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      for (const job of jobs) job.stop?.()
      await Promise.all(running)
    },
  }
}
