/** Requests of the benchmark to a worker that holds many sockets. */
export type WorkerRequest =
  | { type: 'connect'; url: string; postId: string; sockets: number; atOnce: number }
  | { type: 'unicast'; perSecond: number; seconds: number }
  | { type: 'close' }

/** Responses of a worker; times in milliseconds. */
export type WorkerResponse =
  | { type: 'watching'; sockets: number; failed: number }
  /** Round trip of each message; `lost`: those without a response in time. */
  | { type: 'unicast'; times: number[]; lost: number }
  /** When each socket received the comment, since the epoch; `lost`: those that didn't in time. */
  | { type: 'received'; text: string; arrivals: number[]; lost: number }

/** Milliseconds since the epoch with fractions, comparable between processes. */
export function epochMs(): number {
  return performance.timeOrigin + performance.now()
}
