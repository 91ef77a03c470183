/**
 * How often a property is tested: as given, or as the environment says before a release, such as 10,000 times. Tests with
 * that many need more time.
 */
export function runs(usual: number): { numRuns: number } {
  // oxlint-disable-next-line node/no-process-env -- Chosen by who runs the tests.
  return { numRuns: Math.max(usual, Number(process.env.STOA_PROPERTY_RUNS) || 0) }
}

/** How long a test may take: a second for 20 runs more than usual. */
export function timeoutOf({ numRuns }: { numRuns: number }): number {
  return 60_000 + numRuns * 50
}
