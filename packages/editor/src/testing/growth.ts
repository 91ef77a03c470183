/** Fast enough, however the time grows. */
const SHORT_MS = 1000
const ATTEMPTS = 4

/**
 * How many times longer an input takes that is eight times as long: about 8 if the time is linear, 64 if it is
 * quadratic. The best of some attempts, as other programs run, too.
 */
export function growth(length: number, run: (length: number) => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && best > 20; attempt += 1) {
    const short = timeOf(() => run(length / 8))
    const long = timeOf(() => run(length))
    best = Math.min(best, long < SHORT_MS ? 1 : long / short)
  }
  return best
}

function timeOf(run: () => void): number {
  const start = performance.now()
  run()
  return Math.max(1, performance.now() - start)
}
