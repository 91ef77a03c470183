import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long the database may take for a step before it is probed. */
const SLOW_MS = 1500
const CHECK_MS = 500
/** How long it may take to respond to a probe. */
const PROBE_MS = 1500
/** A busy process can be late for one. */
const PROBES = 2
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
   * Passes on the step's result. Throws a DatabaseAwayError instead, after about five seconds, if the database doesn't
   * respond. Only slow steps, such as migrations, may take any time.
   */
  guard<Result>(step: () => Promise<Result>, about: Step<Result>): Promise<Result>
}

interface Step<Result> {
  /** Called when the result is no longer awaited. */
  abandon(late: Promise<Result>): void
  /** Whether a result shows that the database responds. A pool's connection doesn't. */
  isResponse: boolean
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
  /** Since the first probe of a check began. */
  let hasResponded = false

  async function responds(): Promise<boolean> {
    hasResponded = false
    for (let probes = 0; probes < PROBES && !hasResponded; probes++) {
      const response = probe().then(
        () => {
          hasResponded = true
        },
        () => {},
      )
      await Promise.race([response, new Promise((resolve) => setTimeout(resolve, PROBE_MS).unref())])
      // A busy process reads a response late.
      if (!hasResponded) await nextTurn()
    }
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
    else if (pending.size > 0) watch(CHECK_MS)
  }

  return {
    async guard(step, { abandon, isResponse }) {
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
        watch(CHECK_MS)
        result
          .then((value) => {
            if (isResponse) hasResponded = true
            resolve(value)
          }, reject)
          .finally(() => pending.delete(entry))
      })
    },
  }
}
