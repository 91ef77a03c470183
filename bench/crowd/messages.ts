/** Requests of the benchmark to a worker that holds many sockets. */
export type Asked =
  | { ask: 'connect'; url: string; postId: string; sockets: number; atOnce: number }
  | { ask: 'unicast'; perSecond: number; seconds: number }
  | { ask: 'leave' }

/** Responses of a worker; times in milliseconds. */
export type Told =
  | { tell: 'watching'; sockets: number; failed: number }
  /** There and back of each message; `lost`: those without an answer in time. */
  | { tell: 'unicast'; times: number[]; lost: number }
  /** When each socket heard the comment, since the epoch; `lost`: those that did not in time. */
  | { tell: 'heard'; text: string; arrivals: number[]; lost: number }

/** Milliseconds since the epoch with fractions, comparable between processes. */
export function epochMs(): number {
  return performance.timeOrigin + performance.now()
}
