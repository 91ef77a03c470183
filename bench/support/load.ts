import autocannon from 'autocannon'

/** Results of sending one kind of request repeatedly. */
export interface LoadResult {
  /** 2xx responses per second. */
  perSecond: number
  p50: number
  p99: number
  /** Other responses, and broken connections. */
  failed: number
}

export interface Load {
  url: string
  connections: number
  seconds?: number
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
  /** Creates path (with query), headers and body of each request. */
  request?: () => { path?: string; headers?: Record<string, string>; body?: string }
}

/** Sends one kind of request over several connections for a number of seconds (default 8). */
export async function load({
  url,
  connections,
  seconds = 8,
  headers = {},
  method = 'GET',
  request,
}: Load): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method,
    headers,
    ...(request ? { requests: [{ setupRequest: (prepared) => ({ ...prepared, ...request() }) }] } : {}),
  })
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

/** Times requests sent one after another; milliseconds of each. */
export async function timeEach(count: number, request: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const start = performance.now()
    await request(index)
    times.push(performance.now() - start)
  }
  return times
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
