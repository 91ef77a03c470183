/** The time of day, injected so that tests can set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const MINUTE_MS = 60 * 1000
