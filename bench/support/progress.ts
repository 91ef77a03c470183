/** Progress of a long proof. */
export interface Progress {
  /** Marks one more item as done: logs progress from time to time, and new faults at once. */
  step(where: string): void
}

const LOG_EVERY_MS = 15_000
/** Faults logged during the run; the total is reported at its end. */
const LOGGED_MAX = 20

/**
 * Watches the lists of faults that a proof fills. With STOA_PROVE_STOP=1 the run stops at the first fault and reports
 * its position.
 */
export function watchProgress(about: { what: string; total: number; faults: () => string[][] }): Progress {
  const { what, total, faults } = about
  const start = performance.now()
  let stepCount = 0
  let loggedAt = start
  let faultCounts = faults().map(({ length }) => length)
  let logged = 0
  return {
    step(where) {
      stepCount += 1
      const lists = faults()
      const added = lists.flatMap((list, index) => list.slice(faultCounts[index]))
      faultCounts = lists.map(({ length }) => length)
      for (const fault of added.slice(0, LOGGED_MAX - logged)) {
        console.log(`  fault${fault.includes(where) ? '' : ` at ${where}`}: ${fault.slice(0, 500)}`)
      }
      logged += added.length
      if (added.length > 0 && process.env.STOA_PROVE_STOP === '1') {
        console.log(`stopped at the first fault: ${stepCount} of ${total} ${what} done`)
        process.exit(1)
      }
      const now = performance.now()
      if (now - loggedAt < LOG_EVERY_MS && stepCount < total) return
      loggedAt = now
      const sum = faultCounts.reduce((all, one) => all + one, 0)
      console.log(`  ${stepCount} of ${total} ${what} after ${Math.round((now - start) / 1000)} s, ${sum} faults`)
    },
  }
}
