import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** How long the database may take for a step before it is probed. */
const SLOW_MS = 1500
/** How long it may take to respond to a probe. */
const PROBE_MS = 2000
const PROBE_AGAIN_MS = 1000

/** The database doesn't respond. */
class DatabaseAwayError extends Error {
  /** As of the errors of drivers. */
  readonly code = 'DATABASE_AWAY'

  constructor() {
    super('The database does not respond.')
  }
}

/** Whether the database responds. */
export interface Availability {
  /**
   * Passes on the step's result. Throws a DatabaseAwayError instead, after four seconds at most, if the database doesn't
   * respond. Only slow steps, such as migrations, may take any time. `abandon` is called when its result is no longer
   * awaited.
   */
  guard<Result>(step: () => Promise<Result>, abandon: (late: Promise<Result>) => void): Promise<Result>
}

interface Pending {
  since: number
  giveUp(): void
}

/** `probe` connects to the database anew, and resolves when it responds. */
export function createAvailability(probe: () => Promise<void>): Availability {
  const pending = new Set<Pending>()
  let isAway = false
  let timer: NodeJS.Timeout | null = null

  async function responds(): Promise<boolean> {
    let hasResponded = false
    const response = probe().then(
      () => {
        hasResponded = true
      },
      () => {},
    )
    await Promise.race([response, sleep(PROBE_MS, undefined, { ref: false })])
    // A busy process reads a response late.
    if (!hasResponded) await nextTurn()
    return hasResponded
  }

  function watch(ms: number): void {
    timer ??= setTimeout(() => void check(), ms).unref()
  }

  async function check(): Promise<void> {
    const isSlow = [...pending].some(({ since }) => performance.now() - since >= SLOW_MS)
    if (isAway || isSlow) {
      isAway = !(await responds())
      if (isAway) for (const { giveUp } of pending) giveUp()
    }
    timer = null
    if (isAway) watch(PROBE_AGAIN_MS)
    else if (pending.size > 0) watch(SLOW_MS)
  }

  return {
    async guard(step, abandon) {
      if (isAway) throw new DatabaseAwayError()
      const result = step()
      return new Promise((resolve, reject) => {
        const entry: Pending = {
          since: performance.now(),
          giveUp() {
            pending.delete(entry)
            reject(new DatabaseAwayError())
            abandon(result)
          },
        }
        pending.add(entry)
        watch(SLOW_MS)
        result.then(resolve, reject).finally(() => pending.delete(entry))
      })
    },
  }
}
